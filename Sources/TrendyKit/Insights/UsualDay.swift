/// A day's running total beside the same weekday of earlier weeks.
///
/// A day without data is left out; it never counts as zero.
package struct UsualDay: Sendable, Equatable {
    /// How a total compares with the middle half of the earlier days.
    package enum Comparison: Sendable, Equatable {
        /// Above it.
        case more
        /// Below it.
        case less
        /// Within it.
        case asUsual
        /// There are too few earlier days, or nothing is known about today.
        case unknown
    }

    /// The totals at the end of an hour.
    package struct Hour: Sendable, Equatable {
        /// The middle half of the earlier days, from the first to the third quartile; `nil` with
        /// too few days.
        package var usual: ClosedRange<Double>?
        /// The running total of the day; `nil` before its first and after its last known hour.
        package var total: Double?
    }

    /// The number of earlier weeks that are compared.
    package static let weeks = 8
    /// The smallest number of earlier days from which a comparison is made.
    package static let minimumDays = 4

    /// The hours of the day.
    package let hours: [Hour]
    /// The day's total so far; `nil` when nothing is known.
    package let total: Double?
    /// The middle half of the earlier days' totals at the same time of day; `nil` with too few.
    package let usual: ClosedRange<Double>?
    /// The number of earlier days with data.
    package let dayCount: Int

    /// The comparison of ``total`` with ``usual``.
    package var comparison: Comparison {
        guard let total, let usual else { return .unknown }
        if total > usual.upperBound { return .more }
        return total < usual.lowerBound ? .less : .asUsual
    }

    /// Compares a day with earlier days.
    ///
    /// - Parameters:
    ///   - today: the sum of each hour of the day; `nil` for an hour without data.
    ///   - elapsed: the hours of the day that today's data covers, such as 14.5.
    ///   - earlier: the hours of each earlier day, in any order; a day whose hours are all `nil` has
    ///     no data.
    package init(today: [Double?], elapsed: Double, earlier: [[Double?]]) {
        let count = today.count
        let covered = min(max(0, elapsed), Double(count))
        let known = today.prefix(Int(covered.rounded(.up)))
        let running = Self.running(known)
        let days = earlier.map { Self.running($0) }.filter { $0.contains { $0 != nil } }
        dayCount = days.count
        total = running.last ?? nil
        usual = Self.middleHalf(days.map { Self.total(of: $0, after: covered) })
        hours = (0..<count).map { hour in
            Hour(
                usual: Self.middleHalf(days.map { Self.total(of: $0, after: Double(hour + 1)) }),
                total: hour < running.count ? running[hour] : nil
            )
        }
    }

    /// The running total after each hour; `nil` before the first hour with data.
    private static func running(_ hours: some Sequence<Double?>) -> [Double?] {
        var sum: Double?
        return hours.map { value in
            if let value { sum = (sum ?? 0) + value }
            return sum
        }
    }

    /// The running total after a number of hours, interpolated within an hour; `nil` where it is
    /// unknown.
    ///
    /// A day that is shorter than others keeps its last total.
    private static func total(of running: [Double?], after elapsed: Double) -> Double? {
        let whole = Int(elapsed)
        guard whole < running.count else { return running.last ?? nil }
        let before = whole == 0 ? 0 : running[whole - 1]
        let part = elapsed - Double(whole)
        guard part > 0 else { return before }
        guard let before, let after = running[whole] else { return nil }
        return before + (after - before) * part
    }

    /// The range from the first to the third quartile; `nil` for fewer than ``minimumDays`` values.
    ///
    /// Interpolates linearly between the two nearest values.
    private static func middleHalf(_ values: [Double?]) -> ClosedRange<Double>? {
        let sorted = values.compactMap(\.self).sorted()
        guard sorted.count >= minimumDays else { return nil }
        func quantile(_ fraction: Double) -> Double {
            let position = fraction * Double(sorted.count - 1)
            let index = Int(position)
            let next = min(index + 1, sorted.count - 1)
            return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
        }
        let (low, high) = (quantile(0.25), quantile(0.75))
        return low...max(low, high)
    }
}
