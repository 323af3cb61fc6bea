/// A JSON scanner (RFC 8259) that returns byte ranges in place, without allocations.
///
/// It validates everything that it passes, including skipped values, and limits nesting to
/// ``maximumDepth``. The bytes must stay valid while the scanner is in use.
package struct JSONScanner {
    /// The maximum nesting depth.
    package static let maximumDepth = 64

    /// The text.
    package let bytes: UnsafeRawBufferPointer
    /// The position of the next byte.
    package private(set) var position = 0
    private var isFirst = false

    /// Creates a scanner at the start of a text.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The bytes of a returned range.
    package func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    /// Consumes the opening brace of an object.
    package mutating func beginObject() throws(JSONError) {
        try consume(UInt8(ascii: "{"), or: "An object was expected")
        isFirst = true
    }

    /// Returns the range of the next key without its quotes, with escapes unresolved; then the
    /// scanner is at the value.
    ///
    /// Returns `nil` at the end of the object.
    package mutating func nextKey() throws(JSONError) -> Range<Int>? {
        guard try advance(closing: UInt8(ascii: "}")) else { return nil }
        let key = try skipString()
        try consume(UInt8(ascii: ":"), or: "A colon was expected after the key")
        return key.lowerBound + 1..<key.upperBound - 1
    }

    /// Consumes the opening bracket of an array.
    package mutating func beginArray() throws(JSONError) {
        try consume(UInt8(ascii: "["), or: "An array was expected")
        isFirst = true
    }

    /// Moves to the next element; returns `false` at the end of the array.
    package mutating func nextElement() throws(JSONError) -> Bool {
        try advance(closing: UInt8(ascii: "]"))
    }

    /// Throws unless only white space is left.
    package mutating func end() throws(JSONError) {
        skipWhitespace()
        guard position == bytes.count else { throw error("Unexpected text after the value") }
    }

    /// Skips one value of any kind and returns its range.
    package mutating func skipValue() throws(JSONError) -> Range<Int> {
        skipWhitespace()
        let start = position
        var depth = 0
        // One bit per level: whether the level is an object.
        var objects: UInt64 = 0
        repeat {
            skipWhitespace()
            guard position < bytes.count else { throw error("The text ends too early") }
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Self.maximumDepth else { throw error("Values nest too deep") }
                let isObject = bytes[position] == UInt8(ascii: "{")
                objects = objects << 1 | (isObject ? 1 : 0)
                depth += 1
                position += 1
                isFirst = true
            case UInt8(ascii: "\""):
                _ = try skipString()
            case UInt8(ascii: "t"):
                try skipLiteral("true")
            case UInt8(ascii: "f"):
                try skipLiteral("false")
            case UInt8(ascii: "n"):
                try skipLiteral("null")
            default:
                try skipNumber()
            }
            // Closes ended containers, then moves to the next value.
            while depth > 0 {
                if objects & 1 == 1 ? try nextKey() != nil : try nextElement() { break }
                depth -= 1
                objects >>= 1
            }
        } while depth > 0
        return start..<position
    }

    /// The first byte of the next value; `nil` at the end of the text.
    package mutating func peek() -> UInt8? {
        skipWhitespace()
        return position < bytes.count ? bytes[position] : nil
    }

    private mutating func advance(closing bracket: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        guard position < bytes.count else { throw error("The text ends too early") }
        if bytes[position] == bracket {
            position += 1
            isFirst = false
            return false
        }
        if !isFirst {
            guard bytes[position] == UInt8(ascii: ",") else { throw error("A comma was expected") }
            position += 1
            skipWhitespace()
        }
        isFirst = false
        return true
    }

    private mutating func consume(_ byte: UInt8, or message: String) throws(JSONError) {
        skipWhitespace()
        guard position < bytes.count, bytes[position] == byte else { throw error(message) }
        position += 1
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func skipString() throws(JSONError) -> Range<Int> {
        let start = position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw error("A string was expected")
        }
        position += 1
        while position < bytes.count {
            skipPlainCharacters()
            guard position < bytes.count else { break }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                isFirst = false
                return start..<position
            }
            if byte == UInt8(ascii: "\\") {
                try skipEscape()
            } else if byte < 0x20 {
                throw error("A control character stands in a string")
            } else {
                position += 1
            }
        }
        throw error("A string is not closed")
    }

    /// Skips ordinary string characters, eight at a time.
    private mutating func skipPlainCharacters() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        while position + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let escapes = word ^ (ones &* 0x5C)
            // A byte's top bit is set where it is zero after the mask, or below 0x20. Bits above
            // the first such byte can be wrong, so only the lowest one counts.
            let found =
                ((quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes
                    | (word &- ones &* 0x20) & ~word) & (ones &* 0x80)
            if found != 0 {
                position += UInt64(littleEndian: found).trailingZeroBitCount / 8
                return
            }
            position += 8
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        guard position + 1 < bytes.count else { throw error("A string is not closed") }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            guard position + 6 <= bytes.count,
                (position + 2..<position + 6).allSatisfy({ hexValue(bytes[$0]) != nil })
            else { throw error("An escape is not complete") }
            position += 6
        default:
            throw error("An escape is unknown")
        }
    }

    private mutating func skipLiteral(_ literal: StaticString) throws(JSONError) {
        let length = literal.utf8CodeUnitCount
        guard position + length <= bytes.count else { throw error("The text ends too early") }
        for index in 0..<length where bytes[position + index] != literal.utf8Start[index] {
            throw error("A value was expected")
        }
        position += length
        isFirst = false
    }

    private mutating func skipNumber() throws(JSONError) {
        let start = position
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let integer = skipDigits()
        guard integer > 0 else {
            throw JSONError(offset: start, message: "A value was expected")
        }
        guard integer == 1 || bytes[position - integer] != UInt8(ascii: "0") else {
            throw JSONError(offset: start, message: "A number starts with a zero")
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw error("A digit was expected") }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count,
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            guard skipDigits() > 0 else { throw error("A digit was expected") }
        }
        isFirst = false
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while position < bytes.count, case 48...57 = bytes[position] { position += 1 }
        return position - start
    }

    private func error(_ message: String) -> JSONError {
        JSONError(offset: position, message: message)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes begin with an ASCII text.
    package func starts(withASCII text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount
            && UnsafeRawBufferPointer(rebasing: self[..<text.utf8CodeUnitCount]).equals(text)
    }

    /// Whether these bytes equal an ASCII text.
    package func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
