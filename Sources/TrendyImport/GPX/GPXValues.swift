import TrendyModel

/// Parses numbers and times of GPX without allocating.
enum GPXValues {
    /// Parses a number; `nil` when the text is not a finite number.
    ///
    /// Digits after the fifteenth are cut off: Garmin writes 29, and the fifteenth digit of a
    /// degree is less than the width of an atom.
    static func number(_ text: UnsafeRawBufferPointer) -> Double? {
        let text = trimmed(text)
        var mantissa: Int64 = 0
        var digits = 0
        var decimals = 0
        var isFraction = false
        var index = text.first == 0x2D || text.first == 0x2B ? 1 : 0
        let first = index
        while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case 0x2E where !isFraction:
                isFraction = true
            case 48...57 where digits < 15:
                mantissa = mantissa * 10 + Int64(byte - 48)
                digits += 1
                if isFraction { decimals += 1 }
            case 48...57 where isFraction:
                break
            default:
                // The text has an exponent, is a very large number or is no number.
                return ExportNumbers.parse(text)
            }
        }
        guard digits > 0 else { return nil }
        let value = Double(mantissa) / powers[decimals]
        return first == 1 && text[0] == 0x2D ? -value : value
    }

    /// Parses an XML time; `nil` when the text is not a time.
    ///
    /// Without a zone, the time is UTC, as GPX specifies.
    static func instant(_ text: UnsafeRawBufferPointer) -> Instant? {
        let text = trimmed(text)
        if let instant = Instant(rfc3339UTF8: text) { return instant }
        guard (19...40).contains(text.count), let last = text.last, (48...57).contains(last) else {
            return nil
        }
        return withUnsafeTemporaryAllocation(byteCount: text.count + 1, alignment: 1) { copy in
            copy.copyMemory(from: text)
            copy[text.count] = UInt8(ascii: "Z")
            return Instant(rfc3339UTF8: UnsafeRawBufferPointer(copy))
        }
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: text[start..<end])
    }
}
