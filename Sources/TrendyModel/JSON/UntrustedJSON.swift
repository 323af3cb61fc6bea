import Foundation

/// Validates JSON from the network or a file before a decoder reads it.
///
/// Foundation's `JSONDecoder` traps when the last byte of its input opens nesting level 513, so no
/// decoder may receive unvalidated bytes. `scripts/lint` forbids `JSONDecoder` and
/// `JSONSerialization` everywhere else in `Sources`.
package enum UntrustedJSON {
    /// The default maximum size of a decoded document: 1 MiB.
    package static let defaultMaximumBytes = 1024 * 1024

    /// Checks that bytes are one JSON value (RFC 8259) in UTF-8.
    ///
    /// Values nest at most ``JSONScanner/maximumDepth`` levels. No allocation.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - maximumBytes: the maximum accepted size, in bytes.
    /// - Throws: ``JSONError`` with the offset of the first invalid byte.
    package static func validate(
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
    ///   - maximumBytes: the maximum accepted size, in bytes.
    /// - Returns: the value.
    /// - Throws: ``JSONError``; its message contains nothing of the document.
    package static func decode<Value: Decodable>(
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
