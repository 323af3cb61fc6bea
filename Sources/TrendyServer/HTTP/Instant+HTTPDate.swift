import TrendyModel

extension Instant {
    /// The text of a `Date` header (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    var httpDate: String {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = Int(seconds) - days * 86_400
        let date = CalendarDay(daysSinceEpoch: days).components
        // 1970-01-01 was a Thursday.
        let weekday = ((days + 4) % 7 + 7) % 7
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }
        return "\(names[weekday]), \(padded(date.day, 2)) \(months[date.month - 1]) "
            + "\(padded(date.year, 4)) \(time.joined(separator: ":")) GMT"
    }

    private func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
