public import GRDB

extension SQLiteFile {
    /// How long a read-only connection waits for a lock of another program.
    static let readOnlyBusySeconds = 0.25

    /// Reads a database file of another owner: no migration, no write, no lock of the store.
    ///
    /// Readers of a write-ahead log neither wait for writers nor keep them waiting
    /// (https://sqlite.org/wal.html#concurrency).
    ///
    /// - `path`: the file; it must exist.
    /// - `files`: where the path leads.
    /// - `label`: what messages call the file.
    /// - `body`: what is read, in one transaction.
    ///
    /// Throws ``SQLiteFileError`` when the file is no database, damaged or in use.
    public static func reading<Value>(
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
