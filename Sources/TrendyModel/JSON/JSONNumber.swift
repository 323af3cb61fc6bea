/// A number of JSON as it was written: no digit is lost, beyond 2^53 or behind the point.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// The number's text, by the grammar of RFC 8259.
    public let text: String

    /// An integer.
    public init(_ integer: Int64) {
        text = String(integer)
    }

    /// A floating-point number, in its shortest text that reads back the same; `nil` for what JSON
    /// cannot express (infinite, not a number).
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        if number == number.rounded(), abs(number) < 9_007_199_254_740_992 {
            text = number == 0 && number.sign == .minus ? "-0.0" : String(Int64(number))
        } else {
            text = number.description
        }
    }

    /// An integer literal.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }

    init?(json: RawJSON) {
        guard let first = json.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first)
        else { return nil }
        text = json.description
    }

    /// The number, if it is written as an integer that fits.
    public var int64: Int64? { Int64(text) }

    /// The nearest floating-point number; infinite when it is beyond the range.
    public var double: Double { Double(text) ?? .nan }

    /// The number as JSON.
    public var json: RawJSON { RawJSON(unchecked: text.utf8) }

    /// The number's text.
    public var description: String { text }
}
