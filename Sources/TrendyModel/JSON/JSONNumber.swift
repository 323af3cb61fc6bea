/// A JSON number in its written form: it keeps all digits, also beyond 2^53 and after the decimal
/// point.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// The text, in the grammar of RFC 8259.
    public let text: String

    /// Creates an integer.
    public init(_ integer: Int64) {
        text = String(integer)
    }

    /// Creates a floating-point number in its shortest exact text; `nil` for infinity and NaN,
    /// which JSON cannot express.
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        if number == number.rounded(), abs(number) < 9_007_199_254_740_992 {
            text = number == 0 && number.sign == .minus ? "-0.0" : String(Int64(number))
        } else {
            text = number.description
        }
    }

    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }

    init?(json: RawJSON) {
        guard let first = json.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first)
        else { return nil }
        text = json.description
    }

    /// The number as an integer; `nil` when it is not written as one or does not fit.
    public var int64: Int64? { Int64(text) }

    /// The nearest floating-point number; infinite beyond the range.
    public var double: Double { Double(text) ?? .nan }

    /// The number as JSON.
    public var json: RawJSON { RawJSON(unchecked: text.utf8) }

    /// The number's text.
    public var description: String { text }
}
