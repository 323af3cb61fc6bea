package import TrendyModel

/// The binary parameters of one execution of a statement, in one buffer.
///
/// Parameters are appended in the order of their numbers; the statement has their types.
package struct PostgresParameters: Sendable {
    private var encoder = PostgresEncoder()
    private var offsets: [Int] = []

    /// Creates an empty list; `sizeBytes` reserves memory for large ones.
    package init(reservingBytes sizeBytes: Int = 64) {
        encoder.reserve(sizeBytes)
    }

    /// Creates a list with what `fill` appends.
    package init(_ fill: (inout PostgresParameters) throws -> Void) rethrows {
        self.init()
        try fill(&self)
    }

    /// The number of parameters.
    package var count: Int { offsets.count }
    /// The size of the encoded values in bytes.
    package var sizeBytes: Int { encoder.bytes.count }

    /// Removes all parameters and keeps the memory.
    package mutating func removeAll() {
        encoder.removeAll()
        offsets.removeAll(keepingCapacity: true)
    }

    /// Appends one parameter, which `write` encodes with exactly one call.
    package mutating func append(_ write: (inout PostgresEncoder) throws -> Void) rethrows {
        offsets.append(encoder.bytes.count)
        try write(&encoder)
    }

    /// Appends an `int8`, or NULL.
    package mutating func append(int8 value: Int64?) { append { $0.append(int8: value) } }
    /// Appends an `int4`, or NULL.
    package mutating func append(int4 value: Int32?) { append { $0.append(int4: value) } }
    /// Appends a `bool`, or NULL.
    package mutating func append(bool value: Bool?) { append { $0.append(bool: value) } }
    /// Appends a `bytea`, or NULL.
    package mutating func append(bytea value: [UInt8]?) { append { $0.append(bytea: value) } }
    /// Appends the UTF-8 of a string as a `bytea`, or NULL.
    package mutating func append(byteaOf value: String?) { append { $0.append(byteaOf: value) } }
    /// Appends a `text`, or NULL.
    package mutating func append(text value: String?) { append { $0.append(text: value) } }
    /// Appends a `uuid`, or NULL.
    package mutating func append(uuid value: EntityID?) { append { $0.append(uuid: value) } }

    /// Appends an array with elements of a type; `write` appends exactly one value for each.
    package mutating func appendArray<Elements: Collection>(
        of type: PostgresType,
        _ elements: Elements,
        _ write: (inout PostgresEncoder, Elements.Element) throws -> Void
    ) rethrows {
        try append { try $0.appendArray(of: type, elements, write) }
    }

    /// Passes the pointers, lengths and formats that libpq takes; they are valid within `body`.
    func withPointers<Value>(
        _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Value
    ) rethrows -> Value {
        try encoder.bytes.withUnsafeBytes { buffer in
            let lengths = offsets.map { encoder.length(at: $0) }
            let pointers = zip(offsets, lengths).map { offset, length in
                length < 0
                    ? nil
                    : buffer.baseAddress?.advanced(by: offset + 4)
                        .assumingMemoryBound(to: CChar.self)
            }
            return try body(
                pointers,
                lengths.map { max(0, $0) },
                [Int32](repeating: 1, count: offsets.count)
            )
        }
    }
}
