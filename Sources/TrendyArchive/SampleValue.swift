/// The value of a record, in a form that preserves its printed text.
///
/// An export prints numbers as decimals. A number is stored as a number when its shortest decimal
/// is the printed text, such as `75` and `0.602`; otherwise its text is stored, such as `75.0`.
enum SampleValue: Equatable {
    case integer(Int64)
    case real(Double)
    /// A number with another text than its shortest decimal.
    case numberText(String)
    /// A text that is not a number, such as a category's name.
    case label
    /// The record has no value.
    case absent

    /// The largest number of digits that a decimal and its `Double` share exactly.
    private static let maximumDigits = 15
    private static let powers: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Classifies the value of an attribute; `nil` stands for a missing attribute.
    init(_ text: UnsafeRawBufferPointer?) {
        guard let text else {
            self = .absent
            return
        }
        var mantissa: Int64 = 0
        var digits = 0
        var decimals: Int?
        let isNegative = text.first == 0x2D
        let first = isNegative ? 1 : 0
        var index = first
        while index < text.count {
            let byte = text[index]
            if byte == 0x2E, decimals == nil, index > first {
                decimals = 0
            } else if byte >= 48, byte <= 57, digits < Self.maximumDigits {
                mantissa = mantissa * 10 + Int64(byte - 48)
                digits += 1
                if let count = decimals { decimals = count + 1 }
            } else {
                self = Self.general(text)
                return
            }
            index += 1
        }
        let hasLeadingZero = text.count > first + 1 && text[first] == 48 && text[first + 1] != 0x2E
        guard digits > 0, !hasLeadingZero, mantissa != 0 || !isNegative else {
            self = Self.general(text)
            return
        }
        guard let decimals else {
            self = .integer(isNegative ? -mantissa : mantissa)
            return
        }
        guard decimals > 0, text[text.count - 1] != 48 else {
            self = Self.general(text)
            return
        }
        // Both are exact, so their quotient is the correctly rounded value of the decimal.
        let value = Double(mantissa) / Self.powers[decimals]
        self = .real(isNegative ? -value : value)
    }

    /// Classifies texts of unusual form: long decimals, exponents, leading and trailing zeros.
    private static func general(_ text: UnsafeRawBufferPointer) -> SampleValue {
        guard text.count <= 64 else { return .label }
        let string = String(decoding: text, as: UTF8.self)
        guard let value = Double(string), value.isFinite, !string.contains("x") else {
            return .label
        }
        if let integer = Int64(string), String(integer) == string { return .integer(integer) }
        // A whole number prints as `75` in exports, and as `75.0` in Swift.
        let isShortest = "\(value)" == string && value != value.rounded()
        return isShortest ? .real(value) : .numberText(string)
    }
}
