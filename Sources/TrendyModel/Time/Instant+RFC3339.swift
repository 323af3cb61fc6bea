extension Instant {
    /// The RFC 3339 text in UTC with milliseconds, such as `2026-01-15T08:30:00.123Z`.
    ///
    /// Instants outside the years 0000…9999, which have no such text, are clamped to this range.
    package var rfc3339: String {
        String(unsafeUninitializedCapacity: 24) { buffer in
            write(into: UnsafeMutableRawBufferPointer(buffer))
            return 24
        }
    }

    /// The milliseconds from the start of the year 0000 to the end of 9999, in UTC.
    private static let printable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Writes the 24 bytes of ``rfc3339`` at the buffer's start.
    ///
    /// - Parameter buffer: at least 24 bytes.
    package func write(into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count >= 24, "An instant's text form needs 24 bytes")
        let clamped = min(max(milliseconds, Self.printable.lowerBound), Self.printable.upperBound)
        let day = Int(clamped.flooredDivision(by: 86_400_000))
        var rest = Int(clamped - Int64(day) * 86_400_000)
        let date = CalendarDay(daysSinceEpoch: day).components
        writeDigits(date.year, count: 4, at: 0, in: buffer)
        buffer[4] = UInt8(ascii: "-")
        writeDigits(date.month, count: 2, at: 5, in: buffer)
        buffer[7] = UInt8(ascii: "-")
        writeDigits(date.day, count: 2, at: 8, in: buffer)
        buffer[10] = UInt8(ascii: "T")
        writeDigits(rest / 3_600_000, count: 2, at: 11, in: buffer)
        buffer[13] = UInt8(ascii: ":")
        rest %= 3_600_000
        writeDigits(rest / 60_000, count: 2, at: 14, in: buffer)
        buffer[16] = UInt8(ascii: ":")
        rest %= 60_000
        writeDigits(rest / 1000, count: 2, at: 17, in: buffer)
        buffer[19] = UInt8(ascii: ".")
        writeDigits(rest % 1000, count: 3, at: 20, in: buffer)
        buffer[23] = UInt8(ascii: "Z")
    }

    /// Parses RFC 3339 with any precision and offset; `nil` for any other text.
    ///
    /// Digits beyond milliseconds are truncated. A leap second (`:60`) is the following second. An
    /// instant outside the years 0000…9999 in UTC, which needs an offset or a leap second, is
    /// refused, because it could not be written back.
    package init?(rfc3339 text: some StringProtocol) {
        var text = String(text)
        let instant = text.withUTF8 { Instant(rfc3339UTF8: UnsafeRawBufferPointer($0)) }
        guard let instant else { return nil }
        self = instant
    }

    /// Parses the UTF-8 bytes of an RFC 3339 text; `nil` for any other bytes.
    package init?(rfc3339UTF8 text: UnsafeRawBufferPointer) {
        guard text.count >= 20,
            let day = CalendarDay(utf8: UnsafeRawBufferPointer(rebasing: text[0..<10])),
            text[10] == 0x54 || text[10] == 0x74 || text[10] == 0x20,
            let hour = readDigits(text, at: 11, count: 2), hour < 24,
            text[13] == 0x3A, let minute = readDigits(text, at: 14, count: 2), minute < 60,
            text[16] == 0x3A, let second = readDigits(text, at: 17, count: 2), second <= 60
        else { return nil }
        var position = 19
        var fraction = 0
        if text[position] == 0x2E {
            position += 1
            let start = position
            while position < text.count, case 48...57 = text[position] {
                if position - start < 3 { fraction = fraction * 10 + Int(text[position] - 48) }
                position += 1
            }
            guard position > start else { return nil }
            for _ in min(3, position - start)..<3 { fraction *= 10 }
        }
        guard let offset = readOffset(text, at: position) else { return nil }
        let clock = Int64(hour * 3600 + minute * 60 + second - offset * 60)
        milliseconds = (Int64(day.daysSinceEpoch) * 86_400 + clock) * 1000 + Int64(fraction)
        guard Self.printable.contains(milliseconds) else { return nil }
    }
}

/// Reads the offset `Z` or `±hh:mm` at `position`, which ends the text, in minutes east of UTC.
private func readOffset(_ text: UnsafeRawBufferPointer, at position: Int) -> Int? {
    guard position < text.count else { return nil }
    switch text[position] {
    case 0x5A, 0x7A:
        return position + 1 == text.count ? 0 : nil
    case 0x2B, 0x2D:
        guard text.count == position + 6, text[position + 3] == 0x3A,
            let hours = readDigits(text, at: position + 1, count: 2), hours < 24,
            let minutes = readDigits(text, at: position + 4, count: 2), minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (text[position] == 0x2D ? -1 : 1)
    default:
        return nil
    }
}

/// Reads `count` decimal digits at `position`; `nil` for another character.
func readDigits(_ text: UnsafeRawBufferPointer, at position: Int, count: Int) -> Int? {
    guard position + count <= text.count else { return nil }
    var value = 0
    for index in position..<position + count {
        guard case 48...57 = text[index] else { return nil }
        value = value * 10 + Int(text[index] - 48)
    }
    return value
}

func writeDigits(
    _ value: Int,
    count: Int,
    at position: Int,
    in buffer: UnsafeMutableRawBufferPointer
) {
    var rest = value
    for index in stride(from: position + count - 1, through: position, by: -1) {
        buffer[index] = UInt8(48 + rest % 10)
        rest /= 10
    }
}

extension Int64 {
    /// The quotient rounded towards negative infinity; the divisor is positive.
    func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
