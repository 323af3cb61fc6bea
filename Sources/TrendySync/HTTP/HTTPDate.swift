import TrendyModel

/// The `Date` header in IMF-fixdate format (RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// 9999-12-31T23:59:59Z: a year has four digits.
    private static let lastInstant = Instant(seconds: 253_402_300_799)

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for other texts.
    static func parse(_ text: String) -> Instant? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            let date = CalendarDay(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let seconds = clock[0] * 3600 + clock[1] * 60 + clock[2]
        let instant = Instant(seconds: Int64(date.daysSinceEpoch) * 86_400 + seconds)
        // A leap second at the end of the year 9999 has no representation.
        return instant <= lastInstant ? instant : nil
    }
}
