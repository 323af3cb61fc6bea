package import TrendyModel

/// Encodes values in PostgreSQL's binary format, each after its length.
///
/// The format is that of `Bind` and of array elements
/// (https://www.postgresql.org/docs/15/protocol-message-formats.html): four bytes for the length,
/// -1 for NULL, in network byte order.
package struct PostgresEncoder: Sendable {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// Appends NULL.
    package mutating func appendNull() {
        append(word: -1)
    }

    /// Appends an `int8`.
    package mutating func append(int8 value: Int64) {
        append(word: 8)
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends an `int8`, or NULL.
    package mutating func append(int8 value: Int64?) {
        if let value { append(int8: value) } else { appendNull() }
    }

    /// Appends an `int4`.
    package mutating func append(int4 value: Int32) {
        append(word: 4)
        append(word: value)
    }

    /// Appends an `int4`, or NULL.
    package mutating func append(int4 value: Int32?) {
        if let value { append(int4: value) } else { appendNull() }
    }

    /// Appends a `bool`.
    package mutating func append(bool value: Bool) {
        append(word: 1)
        bytes.append(value ? 1 : 0)
    }

    /// Appends a `bool`, or NULL.
    package mutating func append(bool value: Bool?) {
        if let value { append(bool: value) } else { appendNull() }
    }

    /// Appends a `bytea`.
    package mutating func append(bytea value: UnsafeRawBufferPointer) {
        append(word: Int32(clamping: value.count))
        bytes.append(contentsOf: value)
    }

    /// Appends a `bytea`, or NULL.
    package mutating func append(bytea value: [UInt8]?) {
        guard let value else { return appendNull() }
        value.withUnsafeBytes { append(bytea: $0) }
    }

    /// Appends a `text`, or NULL; PostgreSQL refuses U+0000 in texts.
    package mutating func append(text value: String?) {
        guard let value else { return appendNull() }
        append(utf8: value)
    }

    /// Appends the UTF-8 of a string as a `bytea`, or NULL; it may contain U+0000.
    package mutating func append(byteaOf value: String?) {
        guard let value else { return appendNull() }
        append(utf8: value)
    }

    /// Appends a `uuid`, or NULL.
    package mutating func append(uuid value: EntityID?) {
        guard let value else { return appendNull() }
        append(word: 16)
        withUnsafeBytes(of: (value.high.bigEndian, value.low.bigEndian)) {
            bytes.append(contentsOf: $0)
        }
    }

    /// Appends an array of a type; `write` appends exactly one value for each element.
    package mutating func appendArray<Elements: Collection>(
        of type: PostgresType,
        _ elements: Elements,
        _ write: (inout PostgresEncoder, Elements.Element) throws -> Void
    ) rethrows {
        let start = bytes.count
        append(word: 0)
        guard !elements.isEmpty else {
            // No dimensions, no NULLs.
            append(word: 0)
            append(word: 0)
            append(word: Int32(bitPattern: type.rawValue))
            patchLength(at: start)
            return
        }
        append(word: 1)
        append(word: 0)
        append(word: Int32(bitPattern: type.rawValue))
        append(word: Int32(clamping: elements.count))
        append(word: 1)
        for element in elements { try write(&self, element) }
        patchLength(at: start)
    }

    /// The length that is stored at an offset; -1 for NULL.
    func length(at offset: Int) -> Int32 {
        bytes.withUnsafeBytes {
            Int32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        }
    }

    /// Appends bytes without a length.
    mutating func append(raw value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    /// Appends the number of a row's columns, which precedes them in `COPY`.
    mutating func append(count value: Int16) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(utf8 value: String) {
        var value = value
        value.withUTF8 { append(bytea: UnsafeRawBufferPointer($0)) }
    }

    private mutating func append(word value: Int32) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func patchLength(at offset: Int) {
        let length = Int32(clamping: bytes.count - offset - 4)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: length.bigEndian, toByteOffset: offset, as: Int32.self)
        }
    }

    /// Removes all values and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Reserves memory for values of this size.
    mutating func reserve(_ sizeBytes: Int) {
        bytes.reserveCapacity(sizeBytes)
    }
}
