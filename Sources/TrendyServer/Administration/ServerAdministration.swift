package import GRDB
package import TrendyModel
import TrendySQLite

/// Maintenance of a server's database file, beside a running server or in its place.
///
/// Reading and ``backup(to:replacing:onProgress:)`` work while a server runs, because SQLite's
/// write-ahead log lets several processes use a file. What replaces data takes the server's lock,
/// and so refuses to work while one runs.
package struct ServerAdministration: Sendable {
    /// How long a statement waits for another process's transaction.
    package static let busyTimeout = Duration.seconds(5)

    /// The database's file.
    package let path: String
    let dependencies: Dependencies

    /// Maintenance of a file; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - dependencies: time and chance. The random numbers must be unpredictable: keys are made
    ///     of them.
    package init(path: String, dependencies: Dependencies) {
        self.path = path
        self.dependencies = dependencies
    }

    /// Opens the store of an existing file for administration, also beside a running server.
    ///
    /// The file's schema is brought up to date only when no server runs on it: a running server may
    /// be of an older version, which does not know the newer schema.
    ///
    /// - Returns: the store; close it when done.
    /// - Throws: ``ServerError``: `missingDatabase`, `foreignDatabase`, or `databaseInUse` when the
    ///   schema is older than the program and a server runs.
    package func openStore() throws -> SQLiteStore {
        let isCurrent = try read { try ServerMigrations.migrator.hasCompletedMigrations($0) }
        if isCurrent { return try makeStore() }
        return try withLock(
            "Its schema is older than this program, and the server may not know the new one."
        ) { try makeStore() }
    }

    private func makeStore() throws(ServerError) -> SQLiteStore {
        do {
            return try SQLiteStore(path: path, random: dependencies.random)
        } catch {
            throw ServerError(opening: error, path)
        }
    }

    /// Reads the database in one transaction, beside a server that may be writing it.
    ///
    /// - Throws: ``ServerError`` when it cannot be read, and what `body` throws.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            let queue = try SQLiteFile.openExisting(
                path: path,
                kind: .server,
                migrator: ServerMigrations.migrator,
                label: SQLiteStore.label
            )
            let result = Result { try Self.inSnapshot(of: queue, body) }
            try queue.close()
            return try result.get()
        } catch {
            throw ServerError(opening: error, path)
        }
    }

    /// Reads within one transaction, so that all statements see the same state.
    static func inSnapshot<Value>(
        of queue: DatabaseQueue,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try queue.writeWithoutTransaction { db in
            var value: Value?
            try db.inTransaction(.deferred) {
                // The first read takes the snapshot; BEGIN alone does not.
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
                value = try body(db)
                return .rollback
            }
            guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return value
        }
    }

    /// Runs `body` while no server can run on the file.
    ///
    /// - `reason`: why the server has to be stopped, as a sentence.
    func withLock<Value>(_ reason: String, _ body: () throws -> Value) throws -> Value {
        let lock: (any DatabaseLock)?
        do {
            lock = try LocalFiles().lock(path)
        } catch {
            throw ServerError(error)
        }
        guard let lock else {
            throw ServerError(
                code: .databaseInUse,
                message: "A server runs on \(path). \(reason) Stop the server first."
            )
        }
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Checks that there is a server's database at the path, without changing it.
    func requireDatabase() throws(ServerError) {
        do throws(SQLiteFileError) {
            guard LocalFiles().exists(path) else {
                throw SQLiteFileError.missing(path, SQLiteStore.label)
            }
            try SQLiteStore.verifyKind(path: path)
        } catch {
            throw ServerError(error)
        }
    }
}

extension ServerError {
    /// The error for a database that cannot be used: an error of this module as it is, one of
    /// SQLite with its result code and a remedy.
    init(opening error: any Error, _ path: String) {
        self =
            switch error {
            case let error as ServerError: error
            case let error as SQLiteFileError: ServerError(error)
            default:
                ServerError(
                    SQLiteFileError(cause: error, path: path, label: SQLiteStore.label)
                )
            }
    }
}
