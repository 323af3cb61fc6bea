import GRDBSQLite

/// A prepared statement of a ``SQLConnection``.
final class SQLStatement {
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let connection: SQLConnection
    private let handle: OpaquePointer
    private let sql: String
    /// The current row; valid until the next ``step()``.
    var row: QueryRow { QueryRow(statement: handle) }

    /// Prepares exactly one statement.
    ///
    /// - Throws: ``QueryError`` with the position of an error; of the code `invalid` for no
    ///   statement or several.
    init(
        _ connection: SQLConnection,
        _ sql: String,
        _ parameters: [QueryValue] = []
    ) throws(QueryError) {
        self.connection = connection
        self.sql = sql
        guard sql.utf8.count <= QueryLimits.sqlBytes else {
            throw QueryError(
                .tooLarge,
                "The SQL is longer than \(QueryLimits.sqlBytes) bytes. Shorten it."
            )
        }
        guard !sql.utf8.contains(0) else {
            throw QueryError(.invalid, "The SQL contains a zero byte. Remove it.")
        }
        let prepared = try Self.prepare(connection, sql)
        guard let handle = prepared.handle else {
            throw QueryError(.invalid, "There is no statement. Give one, such as 'SELECT 1'.")
        }
        self.handle = handle
        for (index, parameter) in parameters.enumerated() { bind(parameter, at: index + 1) }
    }

    deinit {
        sqlite3_finalize(handle)
    }

    private static func prepare(
        _ connection: SQLConnection,
        _ sql: String
    ) throws(QueryError) -> (handle: OpaquePointer?, Void) {
        var handle: OpaquePointer?
        var result = SQLITE_OK
        var hasMore = false
        sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            result = sqlite3_prepare_v2(connection.handle, text, -1, &handle, &tail)
            guard result == SQLITE_OK, handle != nil, let tail, tail.pointee != 0 else { return }
            // Only white space and comments may follow.
            var next: OpaquePointer?
            hasMore =
                sqlite3_prepare_v2(connection.handle, tail, -1, &next, nil) != SQLITE_OK
                || next != nil
            sqlite3_finalize(next)
        }
        guard result == SQLITE_OK else { throw error(connection, sql, result) }
        guard !hasMore else {
            sqlite3_finalize(handle)
            throw QueryError(
                .invalid,
                "There is more than one statement. Run one statement at a time."
            )
        }
        return (handle, ())
    }

    /// Whether the statement only reads.
    var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// The names of the columns.
    var columns: [String] {
        (0..<sqlite3_column_count(handle)).map { index in
            sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
        }
    }

    /// Moves to the next row; returns whether there is one.
    func step() throws(QueryError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw Self.error(connection, sql, result)
        }
    }

    /// Runs the statement again with other values, up to its end.
    func run(_ parameters: [QueryValue]) throws(QueryError) {
        sqlite3_reset(handle)
        for (index, parameter) in parameters.enumerated() { bind(parameter, at: index + 1) }
        while try step() {}
    }

    private func bind(_ value: QueryValue, at index: Int) {
        let index = Int32(index)
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    _ = sqlite3_bind_text(
                        handle,
                        index,
                        characters.baseAddress,
                        Int32(clamping: characters.count),
                        Self.transient
                    )
                }
            }
        case .blob(let bytes):
            sqlite3_bind_blob(handle, index, bytes, Int32(clamping: bytes.count), Self.transient)
        }
    }

    /// The error of a statement, with the reason that only the guard knows.
    private static func error(
        _ connection: SQLConnection,
        _ sql: String,
        _ result: Int32
    ) -> QueryError {
        if let refusal = connection.supervisor.refusal, result & 0xFF == SQLITE_AUTH {
            return QueryError(
                .notAllowed,
                "Queries may only read, so \(refusal) is refused. Nothing was changed."
            )
        }
        switch (result & 0xFF, connection.supervisor.stop) {
        case (SQLITE_INTERRUPT, .timedOut?):
            return QueryError(
                .timedOut,
                "The query ran longer than its time limit and was stopped. Ask for less, such as "
                    + "fewer days, or allow more time with --timeout."
            )
        case (SQLITE_INTERRUPT, _):
            return QueryError(.cancelled, "The query was cancelled.")
        case (SQLITE_TOOBIG, _):
            return QueryError(
                .tooLarge,
                "A text or a value is larger than \(QueryLimits.valueBytes / 1_048_576) MiB, or the "
                    + "SQL is too long. Ask for less."
            )
        case (SQLITE_READONLY, _), (SQLITE_AUTH, _):
            return QueryError(
                .notAllowed,
                "Queries may only read (\(SQLConnection.message(of: connection.handle))). Nothing "
                    + "was changed."
            )
        default:
            let failure = connection.failure()
            let offset = sqlite3_error_offset(connection.handle)
            guard failure.code == .invalid else { return failure }
            return QueryError(.invalid, failure.message, offset: offset >= 0 ? Int(offset) : nil)
        }
    }
}
