package import GRDB
import GRDBSQLite
package import TrendyModel

/// A cached statement that binds and reads bytes without copies, for statements that run once per
/// row.
///
/// Use it within one database access only.
package struct PreparedStatement {
    private let handle: OpaquePointer

    /// Takes the statement from the connection's cache, or compiles it.
    package init(_ db: Database, _ sql: String) throws {
        let statement = try db.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Binds an id's 16 bytes to the parameter counted from 1, or NULL.
    package func bind(_ index: Int32, _ id: EntityID?) {
        guard let id else {
            sqlite3_bind_null(handle, index)
            return
        }
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes in
            _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, 16, transient)
        }
    }

    /// Binds an integer, or NULL.
    package func bind(_ index: Int32, _ value: Int64?) {
        if let value {
            sqlite3_bind_int64(handle, index, value)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    /// Binds a floating-point number, or NULL.
    package func bind(_ index: Int32, real value: Double?) {
        if let value {
            sqlite3_bind_double(handle, index, value)
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    /// Binds an instant as its milliseconds, or NULL.
    package func bind(_ index: Int32, _ instant: Instant?) {
        bind(index, instant?.milliseconds)
    }

    /// Binds a text, or NULL.
    package func bind(_ index: Int32, _ text: String?) {
        guard var text else {
            sqlite3_bind_null(handle, index)
            return
        }
        text.withUTF8 { bind(index, text: UnsafeRawBufferPointer($0), transient) }
    }

    /// Binds JSON as text, or NULL.
    package func bind(_ index: Int32, _ json: RawJSON?) {
        guard let json else {
            sqlite3_bind_null(handle, index)
            return
        }
        json.utf8.withUnsafeBytes { bind(index, text: $0, transient) }
    }

    /// Binds the UTF-8 of a text; without a destructor SQLite reads it in place.
    private func bind(
        _ index: Int32,
        text: UnsafeRawBufferPointer,
        _ destructor: sqlite3_destructor_type?
    ) {
        sqlite3_bind_text(
            handle,
            index,
            text.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(text.count),
            destructor
        )
    }

    /// Binds bytes.
    package func bind(_ index: Int32, bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            _ = sqlite3_bind_blob(
                handle,
                index,
                buffer.baseAddress,
                Int32(buffer.count),
                transient
            )
        }
    }

    /// Runs the statement to its end and resets it.
    package func run() throws {
        let result = sqlite3_step(handle)
        try finish(result)
    }

    /// Runs the statement to its end and resets it.
    ///
    /// - Returns: the number of rows that it inserted, updated or deleted.
    package func runCountingChanges() throws -> Int {
        try run()
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    /// Runs the statement with JSON as a text parameter that SQLite reads in place.
    ///
    /// Use it for large JSON: no copy is made before SQLite writes it. Afterwards the parameter is
    /// NULL.
    package func run(with json: RawJSON, at index: Int32) throws {
        try json.utf8.withUnsafeBytes { bytes in
            // SQLite does not read the bytes after the step.
            bind(index, text: bytes, nil)
            defer { sqlite3_bind_null(handle, index) }
            try run()
        }
    }

    /// Passes each row of the result to `body`, then resets the statement.
    package func forEachRow(_ body: (PreparedRow) throws -> Void) throws {
        var result = sqlite3_step(handle)
        do {
            while result == SQLITE_ROW {
                try body(PreparedRow(handle: handle))
                result = sqlite3_step(handle)
            }
        } catch {
            sqlite3_reset(handle)
            throw error
        }
        try finish(result)
    }

    /// Passes rows of the result to `body` until it returns `false`, then resets the statement.
    package func readRows(while body: (PreparedRow) throws -> Bool) throws {
        var result = sqlite3_step(handle)
        do {
            while result == SQLITE_ROW, try body(PreparedRow(handle: handle)) {
                result = sqlite3_step(handle)
            }
        } catch {
            sqlite3_reset(handle)
            throw error
        }
        try finish(result)
    }

    /// Reads the first row with `body`; `nil` for an empty result.
    package func firstRow<Value>(_ body: (PreparedRow) throws -> Value) throws -> Value? {
        let result = sqlite3_step(handle)
        guard result == SQLITE_ROW else {
            try finish(result)
            return nil
        }
        defer { sqlite3_reset(handle) }
        return try body(PreparedRow(handle: handle))
    }

    private func finish(_ result: Int32) throws {
        let message =
            result == SQLITE_DONE || result == SQLITE_ROW
            ? nil : String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
        sqlite3_reset(handle)
        if let message {
            throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
        }
    }
}

/// The current row of a ``PreparedStatement``; column indexes start at 0.
package struct PreparedRow {
    fileprivate let handle: OpaquePointer

    /// Whether a column is NULL.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// An integer; 0 for NULL.
    package func int(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// A floating-point number; 0 for NULL.
    package func real(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    /// An integer; `nil` for NULL.
    package func optionalInt(_ column: Int32) -> Int64? {
        isNull(column) ? nil : int(column)
    }

    /// An instant; `nil` for NULL.
    package func optionalInstant(_ column: Int32) -> Instant? {
        optionalInt(column).map { Instant(milliseconds: $0) }
    }

    /// An instant.
    package func instant(_ column: Int32) -> Instant {
        Instant(milliseconds: int(column))
    }

    /// An id; throws when the column does not contain 16 bytes, which means a damaged file.
    package func id(_ column: Int32) throws -> EntityID {
        guard let id = optionalID(column) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "A column does not contain an id of 16 bytes"
            )
        }
        return id
    }

    /// An id; `nil` when the column does not contain 16 bytes.
    package func optionalID(_ column: Int32) -> EntityID? {
        let bytes = raw(column)
        guard bytes.count == 16 else { return nil }
        return EntityID(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// The bytes of a text or blob, valid until the next step; empty for NULL.
    package func raw(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        )
    }

    /// A copy of the JSON text of a column.
    package func json(_ column: Int32) -> RawJSON {
        RawJSON(unchecked: raw(column))
    }

    /// A copy of the text of a column; `nil` for NULL.
    package func string(_ column: Int32) -> String? {
        isNull(column) ? nil : String(decoding: raw(column), as: UTF8.self)
    }

    /// A copy of the bytes of a column.
    package func bytes(_ column: Int32) -> [UInt8] {
        Array(raw(column))
    }
}

// `SQLITE_TRANSIENT`: SQLite copies the bound bytes before the call returns.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
