/// A day of the proleptic Gregorian calendar without a time zone: `2026-01-15`.
///
/// It is not an instant: its span depends on the person's time zone (``ZoneHistory``).
public struct CalendarDay: Hashable, Sendable, Comparable, Strideable, CustomStringConvertible {
    /// Days since 1970-01-01; negative before it.
    public let daysSinceEpoch: Int

    /// Creates the day with a number of days since 1970-01-01.
    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Creates a day from its components; `nil` for a day that does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        // The algorithm `days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date
        // Algorithms".
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSinceEpoch = era * 146_097 + dayOfEra - 719_468
        let back = components
        guard back.month == month, back.day == day else { return nil }
    }

    /// Parses `YYYY-MM-DD`; `nil` for any other text or a day that does not exist.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        let day = text.withUTF8 { CalendarDay(utf8: UnsafeRawBufferPointer($0)) }
        guard let day else { return nil }
        self = day
    }

    /// Parses the ten bytes of `YYYY-MM-DD`.
    init?(utf8 text: UnsafeRawBufferPointer) {
        guard text.count == 10, text[4] == 0x2D, text[7] == 0x2D,
            let year = readDigits(text, at: 0, count: 4),
            let month = readDigits(text, at: 5, count: 2),
            let day = readDigits(text, at: 8, count: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month (1…12) and day (1…31).
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The weekday: 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        ((daysSinceEpoch + 4) % 7 + 7) % 7
    }

    /// The day `n` days later, or earlier when `n` is negative.
    public func advanced(by n: Int) -> CalendarDay {
        CalendarDay(daysSinceEpoch: daysSinceEpoch + n)
    }

    /// The number of days from this day to `other`.
    public func distance(to other: CalendarDay) -> Int {
        other.daysSinceEpoch - daysSinceEpoch
    }

    /// Whether the first comes before the second.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    /// `YYYY-MM-DD`; years outside 0…9999 are clamped to this range.
    public var description: String {
        String(unsafeUninitializedCapacity: 10) { buffer in
            let date = components
            let raw = UnsafeMutableRawBufferPointer(buffer)
            writeDigits(min(max(date.year, 0), 9999), count: 4, at: 0, in: raw)
            raw[4] = UInt8(ascii: "-")
            writeDigits(date.month, count: 2, at: 5, in: raw)
            raw[7] = UInt8(ascii: "-")
            writeDigits(date.day, count: 2, at: 8, in: raw)
            return 10
        }
    }
}
