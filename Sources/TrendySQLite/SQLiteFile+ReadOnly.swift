package import GRDB

extension SQLiteFile {
    /// The time that a read-only connection waits for a lock of another program.
    static let readOnlyBusySeconds = 0.25

    /// Reads a database file of another program: without a migration, a write or the store's lock.
    ///
    /// Readers of a write-ahead log do not block writers, and writers do not block them
    /// (https://sqlite.org/wal.html#concurrency).
    ///
    /// - `path`: the file; it must exist.
    /// - `files`: the file operations.
    /// - `label`: the name of the file in messages.
    /// - `body`: reads in one transaction.
    ///
    /// Throws ``SQLiteFileError`` when the file is not a database, damaged or in use.
    package static func reading<Value>(
        path: String,
        files: any DatabaseFiles,
        label: String,
        _ body: (Database) throws -> Value
    ) throws(SQLiteFileError) -> Value {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.label = label
            configuration.busyMode = .timeout(readOnlyBusySeconds)
            let queue = try DatabaseQueue(
                path: files.location(of: path),
                configuration: configuration
            )
            let value = try queue.read(body)
            try queue.close()
            return value
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }
}

extension SQLiteFile {
    /// Opens a file that nothing writes, without locks and without writing a byte beside it.
    ///
    /// - `path`: the file; it must exist.
    /// - `label`: the name of the file in messages.
    ///
    /// Throws ``SQLiteFileError`` when the file cannot be opened.
    package static func openUnchanged(
        path: String,
        label: String
    ) throws(SQLiteFileError) -> DatabaseQueue {
        guard LocalFiles().exists(path) else { throw .missing(path, label) }
        do {
            var configuration = configuration(label: label)
            configuration.readonly = true
            return try DatabaseQueue(
                path: LocalFiles().unchangedLocation(of: path) ?? path,
                configuration: configuration
            )
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }

    /// Reads in one transaction beside a process that may write the file.
    ///
    /// - `queue`: a connection that reads, such as one of
    ///   ``openExisting(path:kind:migrator:label:)``.
    package static func inSnapshot<Value>(
        of queue: DatabaseQueue,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try queue.writeWithoutTransaction { db in
            var value: Value?
            try db.inTransaction(.deferred) {
                // The first read takes the snapshot; `BEGIN` alone does not.
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
                value = try body(db)
                return .rollback
            }
            guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return value
        }
    }

    /// Opens an existing file of any kind for reading beside a process that may write it.
    ///
    /// - `path`: the file; it must exist.
    /// - `label`: the name of the file in messages.
    ///
    /// Throws ``SQLiteFileError`` when the file cannot be opened.
    package static func openExisting(
        path: String,
        label: String
    ) throws(SQLiteFileError) -> DatabaseQueue {
        guard LocalFiles().exists(path) else { throw .missing(path, label) }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration(label: label))
            // SQLite's read-only mode would leave the files of the log behind at closing.
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
            return queue
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }
}
