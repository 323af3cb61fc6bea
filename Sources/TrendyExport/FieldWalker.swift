import TrendyModel

/// Walks over the fields of a JSON object that the store has validated, without copies.
///
/// It finds where values end and does not check them: exports read each content once, and most of
/// it is nested. Text that is not balanced throws; no text makes it read out of bounds.
struct FieldWalker {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var isFirst = true

    /// Creates a walker at the start of an object.
    ///
    /// - Throws: when the text does not begin with one.
    init(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
        self.bytes = bytes
        skipWhitespace()
        guard peek == UInt8(ascii: "{") else { throw error("An object was expected") }
        position += 1
    }

    /// The next field: its name without quotes and with its escapes, and its value.
    ///
    /// - Returns: `nil` at the end of the object.
    /// - Throws: when the object is not balanced.
    mutating func next() throws(JSONError) -> (
        name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer
    )? {
        skipWhitespace()
        if peek == UInt8(ascii: "}") { return nil }
        if !isFirst {
            guard peek == UInt8(ascii: ",") else { throw error("A comma was expected") }
            position += 1
            skipWhitespace()
        }
        isFirst = false
        let name = position
        guard peek == UInt8(ascii: "\"") else { throw error("A string was expected") }
        try skipString()
        let nameEnd = position
        skipWhitespace()
        guard peek == UInt8(ascii: ":") else { throw error("A colon was expected") }
        position += 1
        skipWhitespace()
        let value = position
        try skipValue()
        return (
            UnsafeRawBufferPointer(rebasing: bytes[name + 1..<nameEnd - 1]),
            UnsafeRawBufferPointer(rebasing: bytes[value..<position])
        )
    }

    /// The byte at the position; 0 at the end.
    private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func skipValue() throws(JSONError) {
        switch peek {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
        default:
            let start = position
            while position < bytes.count, !Self.endsScalar(bytes[position]) { position += 1 }
            guard position > start else { throw error("A value was expected") }
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte <= 0x20
    }

    /// Skips the string at the position.
    private mutating func skipString() throws(JSONError) {
        position += 1
        while position < bytes.count {
            skip { Self.zeros($0 ^ (Self.ones &* 0x22)) | Self.zeros($0 ^ (Self.ones &* 0x5C)) }
            guard position < bytes.count else { break }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return
            }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        throw error("A string is not closed")
    }

    /// Skips the object or array at the position.
    private mutating func skipNested() throws(JSONError) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                try skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default:
                // Braces and brackets differ in one bit.
                skip { word in
                    let lower = word | Self.ones &* 0x20
                    return Self.zeros(word ^ (Self.ones &* 0x22))
                        | Self.zeros(lower ^ (Self.ones &* 0x7B))
                        | Self.zeros(lower ^ (Self.ones &* 0x7D))
                }
                guard position < bytes.count else { break }
                if !Self.isStructural(bytes[position]) { position += 1 }
                continue
            }
            position += 1
            if depth == 0 { return }
        }
        throw error("The text ends too early")
    }

    private static func isStructural(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte | 0x20 == UInt8(ascii: "{")
            || byte | 0x20 == UInt8(ascii: "}")
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The top bit of each byte that is zero; bits above the lowest one can be wrong.
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & (ones &* 0x80)
    }

    /// Skips bytes, eight at a time, up to the first one that `find` marks, or to the last seven.
    private mutating func skip(_ find: (UInt64) -> UInt64) {
        while position + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let found = find(UInt64(littleEndian: word))
            guard found == 0 else {
                position += found.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
    }

    private func error(_ message: String) -> JSONError {
        JSONError(offset: min(position, bytes.count), message: message)
    }
}
