/// The identity of a span and its trace, as the field `traceparent` carries it between services (W3C
/// Trace Context, section 3.2).
struct TraceParent: Sendable, Equatable {
    /// The id of the trace, 128 bits.
    var trace: TraceID
    /// The id of the span.
    var span: UInt64

    /// The name of the field.
    static let fieldName = "traceparent"
    private static let length = 55

    init(trace: TraceID, span: UInt64) {
        self.trace = trace
        self.span = span
    }

    /// Reads a field; `nil` for an invalid one, as a receiver begins a new trace then.
    init?(_ field: String) {
        let bytes = Array(field.utf8)
        guard bytes.count >= Self.length,
            [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = Self.number(bytes[0..<2]), version != 0xff,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
            let span = Self.number(bytes[36..<52]), Self.number(bytes[53..<55]) != nil
        else { return nil }
        // Later versions can append fields.
        guard bytes.count == Self.length || version > 0 && bytes[Self.length] == UInt8(ascii: "-")
        else { return nil }
        trace = TraceID(high: high, low: low)
        self.span = span
        guard trace != TraceID(high: 0, low: 0), span != 0 else { return nil }
    }

    /// The text of the field for a span that is recorded.
    var field: String { "00-\(trace)-\(Self.hex(span))-01" }

    /// The 16 lowercase hexadecimal digits of an id.
    static func hex(_ id: UInt64) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The value of lowercase hexadecimal digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}

/// The id of a trace.
struct TraceID: Sendable, Hashable, CustomStringConvertible {
    var high: UInt64
    var low: UInt64

    /// The 32 lowercase hexadecimal digits.
    var description: String { TraceParent.hex(high) + TraceParent.hex(low) }
}
