import CSQLiteConfiguration
import GRDBSQLite

/// A connection of SQLite's C interface that ``QueryGuard`` supervises.
///
/// GRDB uses the authorizer of its connections itself, so queries use a connection of their own.
/// Not `Sendable`: one thread at a time.
final class SQLConnection {
    /// The number of instructions of SQLite's machine between two calls of the guard: about a
    /// millisecond.
    private static let stepInstructions: Int32 = 20_000
    /// The time that a statement waits for a lock, in milliseconds.
    private static let busyMilliseconds: Int32 = 1000

    let handle: OpaquePointer
    let supervisor = QueryGuard()

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isWritable: whether to create the file and to write to it; else SQLite refuses each
    ///     write.
    /// - Throws: ``QueryError`` of the code `unreadable`.
    init(path: String, isWritable: Bool = false) throws(QueryError) {
        var opened: OpaquePointer?
        let flags =
            (isWritable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
            | SQLITE_OPEN_NOMUTEX
        // A name that begins with "file:" could be taken as a URI.
        let name = path.hasPrefix("/") ? path : "./" + path
        let result = sqlite3_open_v2(name, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            let reason = opened.map { Self.message(of: $0) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw Self.unreadable(path, reason)
        }
        handle = opened
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, Self.busyMilliseconds)
        let context = Unmanaged.passUnretained(supervisor).toOpaque()
        sqlite3_set_authorizer(
            opened,
            { context, code, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                let supervisor = Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
                if supervisor.isTrusted { return SQLITE_OK }
                let action = QueryAction(
                    code: code,
                    first: first.map { String(cString: $0) },
                    second: second.map { String(cString: $0) }
                )
                return supervisor.allows(action) ? SQLITE_OK : SQLITE_DENY
            },
            context
        )
        sqlite3_progress_handler(
            opened,
            Self.stepInstructions,
            { context in
                guard let context else { return 1 }
                let supervisor = Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
                return supervisor.mustStop() ? 1 : 0
            },
            context
        )
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Makes the connection defensive, sets the limits of statements, and forbids further attached
    /// files.
    func restrict() throws(QueryError) {
        guard trendy_sqlite_defend(UnsafeMutableRawPointer(handle)) == SQLITE_OK else {
            throw failure()
        }
        // A misspelt "column" is an error instead of a text.
        _disableDoubleQuotedStringLiterals(handle)
        let limits: [(Int32, Int32)] = [
            (SQLITE_LIMIT_LENGTH, Int32(QueryLimits.valueBytes)),
            (SQLITE_LIMIT_SQL_LENGTH, Int32(QueryLimits.sqlBytes)),
            (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_EXPR_DEPTH, 500),
            (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_VDBE_OP, 200_000),
            (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_VARIABLE_NUMBER, 1000),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        for (limit, value) in limits { sqlite3_limit(handle, limit, value) }
    }

    /// Runs statements of the program.
    func execute(_ sql: String) throws(QueryError) {
        let wasTrusted = supervisor.isTrusted
        supervisor.isTrusted = true
        defer { supervisor.isTrusted = wasTrusted }
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs a statement of the program and returns its rows.
    func rows(_ sql: String, _ parameters: [QueryValue] = []) throws(QueryError) -> [[QueryValue]] {
        let wasTrusted = supervisor.isTrusted
        supervisor.isTrusted = true
        defer { supervisor.isTrusted = wasTrusted }
        let statement = try SQLStatement(self, sql, parameters)
        var rows: [[QueryValue]] = []
        while try statement.step() { rows.append(statement.row.values) }
        return rows
    }

    /// The error of the last call.
    func failure() -> QueryError {
        let message = Self.message(of: handle)
        switch sqlite3_errcode(handle) {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return QueryError(.busy, "Another program has locked the database. Try again.")
        case SQLITE_NOTADB, SQLITE_CORRUPT:
            return QueryError(
                .unreadable,
                "The database is damaged (\(message)). 'trendy doctor' says what can be done."
            )
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_NOMEM:
            return QueryError(
                .unreadable,
                "SQLite could not read or write a file: \(message). Check the disk, its free space, "
                    + "and the directory for temporary files."
            )
        default: return QueryError(.invalid, message)
        }
    }

    static func message(of handle: OpaquePointer) -> String {
        sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown error"
    }

    private static func unreadable(_ path: String, _ reason: String) -> QueryError {
        QueryError(
            .unreadable,
            "\(path) cannot be opened: \(reason). Check the path and the permissions of the file."
        )
    }
}
