import CPostgres
package import TrendyModel

/// The rows of one statement, read in place from libpq's memory.
///
/// It is not `Sendable`: use it where its connection is used.
package final class PostgresResult: RandomAccessCollection {
    /// The result of libpq.
    let raw: OpaquePointer

    /// Takes over a result of libpq.
    init(_ raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        PQclear(raw)
    }

    /// The index of the first row.
    package var startIndex: Int { 0 }
    /// The number of rows.
    package var endIndex: Int { Int(PQntuples(raw)) }

    /// A row.
    package subscript(row: Int) -> PostgresRow {
        precondition(row >= 0 && row < endIndex, "The result has no such row.")
        return PostgresRow(result: self, row: Int32(row))
    }

    /// The number of inserted, updated, deleted or selected rows.
    package var affectedRows: Int {
        PQcmdTuples(raw).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The command that ran, such as `COMMIT`, with its number of rows.
    var commandTag: String {
        PQcmdStatus(raw).map { String(cString: $0) } ?? ""
    }

    /// The bytes of a value, which are valid while the result lives; `nil` for NULL.
    fileprivate func value(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(raw, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(raw, row, column),
            count: Int(PQgetlength(raw, row, column))
        )
    }
}

/// One row of a result, whose columns are counted from 0.
///
/// The accessors throw ``PostgresError/Origin/unexpectedResult`` for a NULL or a value of another
/// size; those with `optional` return `nil` for NULL.
package struct PostgresRow {
    fileprivate let result: PostgresResult
    fileprivate let row: Int32

    /// Whether a column is NULL.
    package func isNull(_ column: Int32) -> Bool { result.value(row, column) == nil }

    /// Passes the bytes of a column, `nil` for NULL, without a copy; they are valid within `body`.
    package func withBytes<Value>(
        _ column: Int32,
        _ body: (UnsafeRawBufferPointer?) throws -> Value
    ) rethrows -> Value {
        try withExtendedLifetime(result) { try body(result.value(row, column)) }
    }

    /// The number of bytes of a column, 0 for NULL.
    package func sizeBytes(_ column: Int32) -> Int { result.value(row, column)?.count ?? 0 }

    /// An integer of 2, 4 or 8 bytes.
    package func int(_ column: Int32) throws(PostgresError) -> Int64 {
        guard let value = try optionalInt(column) else { throw unexpected(column) }
        return value
    }

    /// An integer of 2, 4 or 8 bytes, or NULL.
    package func optionalInt(_ column: Int32) throws(PostgresError) -> Int64? {
        guard let bytes = result.value(row, column) else { return nil }
        guard let value = PostgresValue.int(bytes) else { throw unexpected(column) }
        return value
    }

    /// A `bool`.
    package func bool(_ column: Int32) throws(PostgresError) -> Bool {
        guard let bytes = result.value(row, column), bytes.count == 1 else {
            throw unexpected(column)
        }
        return bytes[0] != 0
    }

    /// A copy of a `bytea`.
    package func bytes(_ column: Int32) throws(PostgresError) -> [UInt8] {
        guard let value = optionalBytes(column) else { throw unexpected(column) }
        return value
    }

    /// A copy of a `bytea`, or NULL.
    package func optionalBytes(_ column: Int32) -> [UInt8]? {
        result.value(row, column).map { Array($0) }
    }

    /// A string of a `text`, or of a `bytea` that contains UTF-8.
    package func string(_ column: Int32) throws(PostgresError) -> String {
        guard let value = optionalString(column) else { throw unexpected(column) }
        return value
    }

    /// A string of a `text`, or of a `bytea` that contains UTF-8, or NULL.
    package func optionalString(_ column: Int32) -> String? {
        result.value(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A `uuid`.
    package func id(_ column: Int32) throws(PostgresError) -> EntityID {
        guard let value = try optionalID(column) else { throw unexpected(column) }
        return value
    }

    /// A `uuid`, or NULL.
    package func optionalID(_ column: Int32) throws(PostgresError) -> EntityID? {
        guard let bytes = result.value(row, column) else { return nil }
        guard bytes.count == 16 else { throw unexpected(column) }
        return EntityID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// Passes each element of a one-dimensional array, `nil` for NULL; the bytes are valid within
    /// `body`.
    package func forEachElement(
        _ column: Int32,
        _ body: (UnsafeRawBufferPointer?) throws -> Void
    ) throws {
        guard let bytes = result.value(row, column),
            let isWhole = try PostgresValue.forEachElement(of: bytes, body), isWhole
        else { throw unexpected(column) }
    }

    /// The integers of an array of `int4` or `int8`.
    package func ints(_ column: Int32) throws -> [Int64?] {
        var values: [Int64?] = []
        try forEachElement(column) { bytes in
            guard let bytes else { return values.append(nil) }
            guard let value = PostgresValue.int(bytes) else { throw unexpected(column) }
            values.append(value)
        }
        return values
    }

    /// Copies of the elements of an array of `bytea` or `text`.
    package func byteArrays(_ column: Int32) throws -> [[UInt8]?] {
        var values: [[UInt8]?] = []
        try forEachElement(column) { values.append($0.map { Array($0) }) }
        return values
    }

    private func unexpected(_ column: Int32) -> PostgresError {
        PostgresError(
            .other,
            .unexpectedResult,
            "Column \(column) of a result has an unexpected type or is NULL."
        )
    }
}

/// Decodes values in PostgreSQL's binary format.
enum PostgresValue {
    /// An integer of 2, 4 or 8 bytes; `nil` for another size.
    static func int(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        switch bytes.count {
        case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: nil
        }
    }

    /// Passes the elements of a one-dimensional array; returns `nil` or `false` when the bytes are
    /// not such an array.
    static func forEachElement(
        of bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer?) throws -> Void
    ) rethrows -> Bool? {
        func word(_ offset: Int) -> Int? {
            guard offset + 4 <= bytes.count else { return nil }
            return Int(
                Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            )
        }
        guard let dimensions = word(0) else { return nil }
        guard dimensions == 1, let count = word(12) else { return dimensions == 0 }
        var offset = 20
        for _ in 0..<max(0, count) {
            guard let length = word(offset) else { return false }
            offset += 4
            guard length >= 0 else {
                try body(nil)
                continue
            }
            guard offset + length <= bytes.count else { return false }
            try body(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
            offset += length
        }
        return offset == bytes.count
    }
}
