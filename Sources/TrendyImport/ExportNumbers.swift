/// Parses numbers of exports, with a fast path for short decimals.
enum ExportNumbers {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Parses a number; `nil` when the text is not a finite number.
    static func parse(_ text: UnsafeRawBufferPointer) -> Double? {
        var mantissa: Int64 = 0
        var digits = 0
        var decimals = 0
        var isFraction = false
        var index = 0
        let isNegative = text.first == 0x2D
        if isNegative { index = 1 }
        while index < text.count {
            let byte = text[index]
            if byte == 0x2E, !isFraction {
                isFraction = true
            } else if byte >= 48, byte <= 57 {
                mantissa = mantissa &* 10 &+ Int64(byte - 48)
                digits += 1
                if isFraction { decimals += 1 }
                // Fifteen digits and a power of ten are both exact, so their quotient is correctly
                // rounded.
                if digits > 15 { return general(text) }
            } else {
                return general(text)
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        let value = Double(mantissa) / powers[decimals]
        return isNegative ? -value : value
    }

    private static func general(_ text: UnsafeRawBufferPointer) -> Double? {
        guard text.count <= 64, let value = Double(String(decoding: text, as: UTF8.self)),
            value.isFinite
        else { return nil }
        return value
    }
}
