package import TrendyModel

/// Parses dates of exports and caches the last day, which neighbouring dates share.
///
/// The format is `2024-10-25 07:05:11 -0500`, or `20140114084347-0800` in files older than iOS 9.3.
package struct ExportDates {
    private var lastDay: UInt64 = 0
    private var lastDayTail: UInt16 = 0
    private var lastDaySeconds: Int64 = 0

    /// Creates a parser.
    package init() {}

    /// Parses a date; `nil` when the text is not a date.
    package mutating func parse(_ text: UnsafeRawBufferPointer) -> Instant? {
        if text.count == 25, text[10] == 0x20, text[19] == 0x20 {
            guard let day = daySeconds(text), let clock = clock(text, at: 11, step: 3),
                let offset = offset(text, at: 20)
            else { return nil }
            return Instant(seconds: day + clock - offset)
        }
        guard text.count == 19, let year = digits(text, 0, 4), let month = digits(text, 4, 2),
            let day = digits(text, 6, 2),
            let date = CalendarDay(year: year, month: month, day: day),
            let clock = clock(text, at: 8, step: 2), let offset = offset(text, at: 14)
        else { return nil }
        return Instant(seconds: Int64(date.daysSinceEpoch) * 86_400 + clock - offset)
    }

    private mutating func daySeconds(_ text: UnsafeRawBufferPointer) -> Int64? {
        let key = text.loadUnaligned(as: UInt64.self)
        let tail = text.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
        if key == lastDay, tail == lastDayTail { return lastDaySeconds }
        guard text[4] == 0x2D, text[7] == 0x2D, let year = digits(text, 0, 4),
            let month = digits(text, 5, 2), let day = digits(text, 8, 2),
            let date = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        lastDay = key
        lastDayTail = tail
        lastDaySeconds = Int64(date.daysSinceEpoch) * 86_400
        return lastDaySeconds
    }

    private func clock(_ text: UnsafeRawBufferPointer, at start: Int, step: Int) -> Int64? {
        guard let hour = digits(text, start, 2), hour < 24,
            let minute = digits(text, start + step, 2), minute < 60,
            let second = digits(text, start + 2 * step, 2), second <= 60
        else { return nil }
        return Int64(hour * 3600 + minute * 60 + second)
    }

    private func offset(_ text: UnsafeRawBufferPointer, at start: Int) -> Int64? {
        guard let hours = digits(text, start + 1, 2), let minutes = digits(text, start + 3, 2)
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        switch text[start] {
        case 0x2B: return seconds
        case 0x2D: return -seconds
        default: return nil
        }
    }

    private func digits(_ text: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for index in start..<start + count {
            let digit = Int(text[index]) - 48
            guard digit >= 0, digit <= 9 else { return nil }
            value = value * 10 + digit
        }
        return value
    }
}
