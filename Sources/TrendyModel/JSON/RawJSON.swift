/// A JSON value as text that is preserved byte for byte.
///
/// Values are equal when their bytes are equal; numbers keep all digits, strings their Unicode
/// normalization.
public struct RawJSON: Hashable, Sendable, CustomStringConvertible {
    /// The text, valid JSON.
    public let utf8: [UInt8]

    /// Creates a value from text that is known to be one JSON value.
    public init(unchecked utf8: some Collection<UInt8>) {
        self.utf8 = Array(utf8)
    }

    /// Creates a value from bytes that are known to be one JSON value.
    public init(unchecked utf8: [UInt8]) {
        self.utf8 = utf8
    }

    /// Validates that the bytes are one JSON value in UTF-8.
    public init(checking utf8: [UInt8]) throws(JSONError) {
        if let offset = firstInvalidUTF8(utf8) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var failure: JSONError?
        let range = utf8.withUnsafeBytes { buffer -> Range<Int> in
            do throws(JSONError) {
                var scanner = JSONScanner(buffer)
                let range = try scanner.skipValue()
                try scanner.end()
                return range
            } catch {
                failure = error
                return 0..<0
            }
        }
        if let failure { throw failure }
        self.utf8 = Array(utf8[range])
    }

    /// The value `null`.
    public static let null = RawJSON(unchecked: Array("null".utf8))

    /// A string.
    public init(_ text: some StringProtocol) {
        var writer = JSONWriter(capacity: text.utf8.count + 2)
        writer.string(text)
        utf8 = writer.bytes
    }

    /// A boolean.
    public init(_ flag: Bool) {
        utf8 = Array((flag ? "true" : "false").utf8)
    }

    /// An integer, exact also beyond 2^53.
    public init(_ integer: Int64) {
        utf8 = Array(String(integer).utf8)
    }

    /// A number; `null` for infinity and NaN, which JSON cannot express.
    public init(_ number: Double) {
        utf8 = JSONNumber(number)?.text.utf8.map { $0 } ?? Self.null.utf8
    }

    /// An id, as a string.
    public init(_ id: EntityID) {
        self.init(id.description)
    }

    /// An instant, as a string of RFC 3339.
    public init(_ instant: Instant) {
        self.init(instant.rfc3339)
    }

    /// The value without white space between tokens; unchanged without line breaks or other control
    /// characters.
    var compacted: RawJSON {
        guard utf8.contains(where: { $0 < 0x20 }) else { return self }
        var isInString = false
        var isEscaped = false
        return RawJSON(
            unchecked: utf8.filter { byte in
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    return true
                }
                if byte == UInt8(ascii: "\"") { isInString = true }
                return byte > 0x20
            }
        )
    }

    /// Whether this is `null`.
    public var isNull: Bool { utf8 == Self.null.utf8 }

    /// The text of a string with its escapes resolved; `nil` for another value, or for escapes with
    /// half a surrogate pair.
    public var string: String? {
        utf8.withUnsafeBytes { decodeJSONString($0) }
    }

    /// The boolean; `nil` for another value.
    public var bool: Bool? {
        utf8 == Array("true".utf8) ? true : utf8 == Array("false".utf8) ? false : nil
    }

    /// The number; `nil` for another value.
    public var number: JSONNumber? { JSONNumber(json: self) }

    /// The id in this string; `nil` for another value.
    public var id: EntityID? { string.flatMap { EntityID($0) } }

    /// The instant in this string; `nil` for another value.
    public var instant: Instant? { string.flatMap { Instant(rfc3339: $0) } }

    /// The fields of an object in their order; `nil` for another value.
    public var fields: [(key: String, value: RawJSON)]? {
        guard utf8.first == UInt8(ascii: "{") else { return nil }
        return utf8.withUnsafeBytes { buffer in
            var scanner = JSONScanner(buffer)
            var fields: [(String, RawJSON)] = []
            do throws(JSONError) {
                try scanner.beginObject()
                while let key = try scanner.nextKey() {
                    let value = try scanner.skipValue()
                    let quoted = scanner.slice(key.lowerBound - 1..<key.upperBound + 1)
                    guard let name = decodeJSONString(quoted) else { return nil }
                    fields.append((name, RawJSON(unchecked: scanner.slice(value))))
                }
            } catch {
                return nil
            }
            return fields
        }
    }

    /// The elements of an array in their order; `nil` for another value.
    public var elements: [RawJSON]? {
        guard utf8.first == UInt8(ascii: "[") else { return nil }
        return utf8.withUnsafeBytes { buffer in
            var scanner = JSONScanner(buffer)
            var elements: [RawJSON] = []
            do throws(JSONError) {
                try scanner.beginArray()
                while try scanner.nextElement() {
                    elements.append(RawJSON(unchecked: scanner.slice(try scanner.skipValue())))
                }
            } catch {
                return nil
            }
            return elements
        }
    }

    /// The text.
    public var description: String { String(decoding: utf8, as: UTF8.self) }
}

/// The offset of the first invalid UTF-8 byte; `nil` for valid UTF-8.
package func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { firstInvalidUTF8($0) }
}

/// The offset of the first invalid UTF-8 byte; `nil` for valid UTF-8.
package func firstInvalidUTF8(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var position = 0
    while position + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
        position += 8
    }
    while position < bytes.count {
        let lead = bytes[position]
        if lead < 0x80 {
            position += 1
            continue
        }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard lead >= 0xC2, lead <= 0xF4, position + length <= bytes.count else { return position }
        for index in 1..<length where bytes[position + index] & 0xC0 != 0x80 { return position }
        let second = bytes[position + 1]
        let isOverlongOrSurrogate =
            (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)
            || (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)
        guard !isOverlongOrSurrogate else { return position }
        position += length
    }
    return nil
}

/// Decodes a quoted JSON string.
func decodeJSONString(_ quoted: UnsafeRawBufferPointer) -> String? {
    guard quoted.count >= 2, quoted[0] == UInt8(ascii: "\""),
        quoted[quoted.count - 1] == UInt8(ascii: "\"")
    else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: quoted[1..<quoted.count - 1])
    guard content.contains(UInt8(ascii: "\\")) else {
        return String(decoding: content, as: UTF8.self)
    }
    var units: [UInt8] = []
    units.reserveCapacity(content.count)
    var position = 0
    while position < content.count {
        guard content[position] == UInt8(ascii: "\\") else {
            units.append(content[position])
            position += 1
            continue
        }
        guard position + 1 < content.count else { return nil }
        switch content[position + 1] {
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "u"):
            guard let scalar = decodeUnicodeEscape(content, at: &position) else { return nil }
            units.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            continue
        default: units.append(content[position + 1])
        }
        position += 2
    }
    return String(decoding: units, as: UTF8.self)
}

private func decodeUnicodeEscape(
    _ content: UnsafeRawBufferPointer,
    at position: inout Int
) -> Unicode.Scalar? {
    func unit(at index: Int) -> UInt32? {
        guard index + 6 <= content.count, content[index] == UInt8(ascii: "\\"),
            content[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for offset in 2..<6 {
            guard let digit = hexValue(content[index + offset]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
    guard let first = unit(at: position) else { return nil }
    position += 6
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard let second = unit(at: position), (0xDC00..<0xE000).contains(second) else { return nil }
    position += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
}
