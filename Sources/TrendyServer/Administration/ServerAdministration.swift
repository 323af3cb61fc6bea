package import GRDB
package import TrendyModel
import TrendySQLite

/// Maintenance of a server's database file, with or without a running server.
///
/// Reading and ``backup(to:replacing:onProgress:)`` work while a server runs, because several
/// processes can use a database in write-ahead log mode. Operations that replace data take the
/// server's lock and fail while a server runs.
package struct ServerAdministration: Sendable {
    /// The time that a statement waits for a transaction of another process.
    package static let busyTimeout = Duration.seconds(5)

    /// The path of the database.
    package let path: String
    let dependencies: Dependencies

    /// Creates the maintenance of a file without opening it.
    ///
    /// - Parameters:
    ///   - path: the database file.
    ///   - dependencies: clocks, ids and random numbers. The random numbers must be unpredictable,
    ///     because keys are made from them.
    package init(path: String, dependencies: Dependencies) {
        self.path = path
        self.dependencies = dependencies
    }

    /// Opens the store of an existing file for administration, also beside a running server.
    ///
    /// The schema is migrated only when no server runs on the file: a running server may be older
    /// than the newest schema.
    ///
    /// - Returns: the store; the caller closes it.
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

    /// Reads the database in one transaction, also while a server writes it.
    ///
    /// - Throws: ``ServerError`` when the database cannot be read, and errors of `body`.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            let queue = try SQLiteFile.openExisting(
                path: path,
                kind: .server,
                migrator: ServerMigrations.migrator,
                label: SQLiteStore.label
            )
            let result = Result { try SQLiteFile.inSnapshot(of: queue, body) }
            try queue.close()
            return try result.get()
        } catch {
            throw ServerError(opening: error, path)
        }
    }

    /// Runs `body` under the server's lock, so that no server can run on the file.
    ///
    /// - `reason`: a sentence that explains why the server has to stop.
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

    /// Checks that the path has a server database, without changing it.
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
    /// The error for an unusable database: a ``ServerError`` unchanged, an error of SQLite with its
    /// result code and a remedy.
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
