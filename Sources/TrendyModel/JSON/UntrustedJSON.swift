import Foundation

/// Validates JSON from the network or a file before a decoder reads it.
///
/// Foundation's `JSONDecoder` ends the process when the last byte of its input opens nesting level
/// 513, so no decoder may see bytes that did not pass here. `scripts/lint` forbids `JSONDecoder` and
/// `JSONSerialization` everywhere else in `Sources`.
public enum UntrustedJSON {
    /// The largest document that is decoded when the caller states no limit: 1 MiB.
    public static let defaultMaximumBytes = 1024 * 1024

    /// Checks that bytes are one JSON value (RFC 8259) in UTF-8.
    ///
    /// Values nest at most ``JSONScanner/maximumDepth`` levels. No allocation.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - maximumBytes: the largest size that is accepted, in bytes.
    /// - Throws: ``JSONError`` with the offset of the first byte that breaks a rule.
    public static func validate(
        _ bytes: UnsafeRawBufferPointer,
        maximumBytes: Int = defaultMaximumBytes
    ) throws(JSONError) {
        guard bytes.count <= maximumBytes else {
            throw JSONError(offset: maximumBytes, message: "The text is too long")
        }
        if let offset = firstInvalidUTF8(bytes) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var scanner = JSONScanner(bytes)
        _ = try scanner.skipValue()
        try scanner.end()
    }

    /// Decodes a value from bytes that pass ``validate(_:maximumBytes:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document.
    ///   - maximumBytes: the largest size that is accepted, in bytes.
    /// - Returns: the value.
    /// - Throws: ``JSONError``; its message never holds anything of the document.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: some Collection<UInt8>,
        maximumBytes: Int = defaultMaximumBytes
    ) throws(JSONError) -> Value {
        let data = Data(bytes)
        let checked = data.withUnsafeBytes { buffer in
            Result { () throws(JSONError) in try validate(buffer, maximumBytes: maximumBytes) }
        }
        try checked.get()
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw JSONError(offset: 0, message: "The fields are not as expected")
        }
    }
}
