import Foundation
package import TrendyModel

/// How regular a person's sleep is: the Sleep Regularity Index, and the standard deviation of the
/// middle of the night.
///
/// The index is the share of the time at which the person is in the same state, asleep or awake, as
/// 24 hours later, scaled so that 100 is perfectly regular and 0 is random. Source: Phillips et al.
/// (2017), "Irregular sleep/wake patterns are associated with poorer academic performance and
/// delayed circadian and sleep/wake timing", Scientific Reports 7:3216,
/// https://doi.org/10.1038/s41598-017-03171-4. The days are compared from noon to noon, minute by
/// minute. Deviation and mean are those of a circle, because 23:50 and 00:10 are 20 minutes apart.
///
/// A day without a night is left out: the person may have slept without a record.
package struct SleepRegularity: Sendable, Equatable {
    /// The smallest number of nights, and of pairs of nights in a row, for a result.
    package static let minimumNights = 7
    /// The shortest time, in minutes, that counts as a night and not as a nap.
    package static let shortestNight = 180
    private static let day = 1440

    /// The number of days with a night.
    package let nights: Int
    /// The number of pairs of nights in a row, which the index compares.
    package let pairs: Int
    /// The index, −100…100; `nil` with fewer than ``minimumNights`` pairs.
    package let index: Double?
    /// The usual begin, middle and end of the night; `nil` with too few nights.
    package let usual: Usual?

    /// The usual night: times of day in minutes since midnight, 0..<1440.
    package struct Usual: Sendable, Equatable {
        /// The mean begin.
        package let start: Double
        /// The mean middle.
        package let middle: Double
        /// The mean end.
        package let end: Double
        /// The standard deviation of the middle, in minutes.
        package let deviation: Double
    }

    /// Measures sleep.
    ///
    /// - Parameters:
    ///   - sessions: nights and naps, in minutes since the Unix epoch by the clock on the wall.
    ///   - days: the days on which the nights end.
    package init(sessions: [Range<Int>], days: ClosedRange<CalendarDay>) {
        var main: [Int: Range<Int>] = [:]
        for session in sessions where !session.isEmpty {
            let wakeDay = Self.floor(session.upperBound)
            guard session.count >= Self.shortestNight,
                days.contains(CalendarDay(daysSinceEpoch: wakeDay)),
                session.count > main[wakeDay]?.count ?? 0
            else { continue }
            main[wakeDay] = session
        }
        nights = main.count
        let first = (days.lowerBound.daysSinceEpoch - 1) * Self.day + Self.day / 2
        let length = (days.lowerBound.distance(to: days.upperBound) + 1) * Self.day
        var isAsleep = [Bool](repeating: false, count: length)
        for session in sessions {
            let range = session.clamped(to: first..<first + length)
            for minute in range { isAsleep[minute - first] = true }
        }
        var (same, pairs) = (0, 0)
        for day in main.keys where main[day + 1] != nil {
            pairs += 1
            let start = (day - days.lowerBound.daysSinceEpoch) * Self.day
            for minute in start..<start + Self.day
            where isAsleep[minute] == isAsleep[minute + Self.day] { same += 1 }
        }
        self.pairs = pairs
        index =
            pairs >= Self.minimumNights
            ? 200 * Double(same) / Double(pairs * Self.day) - 100 : nil
        let order = main.sorted { $0.key < $1.key }.map(\.value)
        usual = nights >= Self.minimumNights ? Self.usual(order) : nil
    }

    private static func usual(_ nights: [Range<Int>]) -> Usual? {
        let starts = mean(nights.map { Double($0.lowerBound) })
        let middles = mean(nights.map { Double($0.lowerBound + $0.upperBound) / 2 })
        let ends = mean(nights.map { Double($0.upperBound) })
        // Nights at all times of the day have no mean.
        guard let starts, let middles, let ends else { return nil }
        let deviation = (-2 * log(min(1, middles.length))).squareRoot() * scale
        return Usual(
            start: starts.minute,
            middle: middles.minute,
            end: ends.minute,
            deviation: deviation
        )
    }

    /// Minutes for each radian.
    private static let scale = Double(day) / (2 * .pi)

    /// The mean time of day and the length of the mean vector; `nil` for a vector without length.
    ///
    /// Source: Mardia and Jupp, Directional Statistics (2000), sections 2.2 and 2.3.
    private static func mean(_ minutes: [Double]) -> (minute: Double, length: Double)? {
        let (x, y) = minutes.reduce((0.0, 0.0)) { sum, minute in
            (sum.0 + cos(minute / scale), sum.1 + sin(minute / scale))
        }
        let length = (x * x + y * y).squareRoot() / Double(minutes.count)
        guard length > 1e-9 else { return nil }
        let minute = atan2(y, x) * scale
        // A negative minute so small that the sum is a whole day is midnight.
        let wrapped = minute < 0 ? minute + Double(day) : minute
        return (wrapped < Double(day) ? wrapped : 0, length)
    }

    private static func floor(_ minutes: Int) -> Int {
        minutes >= 0 ? minutes / day : (minutes - day + 1) / day
    }
}
