import Foundation
import TrendyModel

/// Formats instants for people: local time, with the weekday and without seconds.
///
/// The format is the same on every machine, so that columns line up. `--json` prints RFC 3339
/// instead.
struct LocalTime: Sendable {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The zone of the device.
    let zone: TimeZone

    init(_ zone: TimeZone = .current) {
        self.zone = zone
    }

    /// A day and a time, such as `Sat 28 Nov 2026, 14:33`.
    func text(_ instant: Instant) -> String { "\(day(containing: instant)), \(clock(instant))" }

    /// The same of a text of RFC 3339; another text is returned unchanged.
    func text(rfc3339: String) -> String { Instant(rfc3339: rfc3339).map { text($0) } ?? rfc3339 }

    /// From a time to a later one; the second day only where it differs, such as
    /// `Thu 15 Jan 2026, 08:30–09:10`.
    func span(_ start: Instant, _ end: Instant) -> String {
        let isSameDay = calendarDay(start) == calendarDay(end)
        let (first, last) = (text(start), isSameDay ? clock(end) : text(end))
        guard isSameDay else { return "\(first) – \(last)" }
        return first.hasSuffix(last) ? first : "\(first)–\(last)"
    }

    /// A time of the day, such as `14:33`.
    func clock(_ instant: Instant) -> String {
        let seconds = (instant.seconds + offset(instant)) % 86_400
        let minutes = (seconds < 0 ? seconds + 86_400 : seconds) / 60
        return "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))"
    }

    /// A day, such as `Sat 28 Nov 2026`.
    static func text(_ day: CalendarDay) -> String {
        // 1970-01-01 was a Thursday.
        let weekday = ((day.daysSinceEpoch + 3) % 7 + 7) % 7
        let date = day.components
        return "\(weekdays[weekday]) \(date.day) \(months[date.month - 1]) \(date.year)"
    }

    /// The local day of an instant.
    func calendarDay(_ instant: Instant) -> CalendarDay {
        let local = instant.seconds + offset(instant)
        let days = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
        return CalendarDay(daysSinceEpoch: Int(days))
    }

    private func day(containing instant: Instant) -> String { Self.text(calendarDay(instant)) }

    private func offset(_ instant: Instant) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(instant)))
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
