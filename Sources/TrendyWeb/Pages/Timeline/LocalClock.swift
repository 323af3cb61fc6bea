import Foundation
import TrendyModel

/// Converts instants to the days and times of a form, in one time zone, and back.
struct LocalClock {
    let timeZone: TimeZone

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// The day, as `2026-03-04`.
    func day(of date: Date) -> String {
        ZoneHistory(timeZone).day(containing: Instant(date)).description
    }

    /// The time of day, as `08:30`; without seconds.
    func time(of date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return Self.padded(parts.hour) + ":" + Self.padded(parts.minute)
    }

    /// The instant of a day and a time of day; `nil` when a text is none.
    ///
    /// A time that a change of the clocks skips is moved to after the change.
    func date(day: String, time: String) -> Date? {
        guard let day = CalendarDay(day), let (hour, minute) = Self.parts(of: time) else {
            return nil
        }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (
            day.components.year, day.components.month, day.components.day
        )
        (parts.hour, parts.minute) = (hour, minute)
        return calendar.date(from: parts)
    }

    /// The start of a day; `nil` when the text is none.
    func start(ofDay text: String) -> Date? {
        CalendarDay(text).map { Date(ZoneHistory(timeZone).start(of: $0)) }
    }

    /// Whether a text is a time of day.
    static func isTime(_ text: String) -> Bool { parts(of: text) != nil }

    /// The hour and the minute of `8:30`, `08:30` or `08:30:00`.
    private static func parts(of text: String) -> (hour: Int, minute: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCII) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour),
            (0...59).contains(minute), parts.count == 2 || Int(parts[2]) != nil
        else { return nil }
        return (hour, minute)
    }

    private static func padded(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : String(number)
    }
}
