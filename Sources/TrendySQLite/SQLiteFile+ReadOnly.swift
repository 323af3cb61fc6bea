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
