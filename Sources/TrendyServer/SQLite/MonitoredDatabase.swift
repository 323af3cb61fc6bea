package import GRDB
package import Logging
import Synchronization
package import TrendySQLite

/// A database connection that reports the result of every access to a ``StoreHealth``.
///
/// After damage or replacement of the file, each access throws ``StoreUnavailable`` without
/// touching the file.
package final class MonitoredDatabase: Sendable {
    private let queue: DatabaseQueue
    let path: String
    private let files: any DatabaseFiles
    private let logger: Logger
    private let health: Mutex<StoreHealth>

    /// Monitors a connection to the file at a path.
    package init(
        _ queue: DatabaseQueue,
        path: String,
        files: any DatabaseFiles,
        logger: Logger
    ) {
        self.queue = queue
        self.path = path
        self.files = files
        self.logger = logger
        health = Mutex(StoreHealth(condition: files.condition(of: path)))
    }

    /// Reads, like ``GRDB/DatabaseQueue/reading(_:)``.
    ///
    /// - Throws: ``StoreUnavailable`` when the data is damaged or the file was replaced, and errors
    ///   of `body`.
    package func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try admit()
        return try recordingErrors { try queue.reading(body) }
    }

    /// Reads one snapshot of the database with several statements: another connection, such as one
    /// of `trendy server user`, can commit between two statements.
    ///
    /// - Throws: like ``reading(_:)``.
    package func readingSnapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try admit()
        return try recordingErrors { try queue.readingSnapshot(body) }
    }

    /// Writes in one transaction, like ``GRDB/DatabaseQueue/writing(_:)``.
    ///
    /// - Throws: ``StoreUnavailable`` when the data is damaged or the file was replaced, and errors
    ///   of `body`.
    package func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
        // A commit to a file that is no longer at the path would be acknowledged and lost.
        let condition = files.condition(of: path)
        log(health.withLock { $0.observed(condition) })
        try admit()
        let value = try recordingErrors { try queue.writing(body) }
        log(health.withLock { $0.wrote() })
        return value
    }

    /// Checks the state of the file and reads; after a failure, performs a test write instead.
    ///
    /// - Parameters:
    ///   - read: a short read.
    ///   - write: the test write, which has to succeed before the store is ready again.
    /// - Throws: ``StoreUnavailable``.
    package func checkReadiness(
        read: (Database) throws -> Void,
        write: (Database) throws -> Void
    ) throws {
        let condition = files.condition(of: path)
        log(health.withLock { $0.observed(condition) })
        if let obstacle = health.withLock({ $0.obstacle(condition) }) { throw obstacle }
        do {
            let isRecovering = health.withLock { $0.fault != nil }
            try isRecovering ? writing(write) : reading(read)
        } catch {
            guard let result = SQLiteResult(error), let reason = StoreHealth.reason(of: result)
            else { throw error }
            throw StoreUnavailable(reason, result)
        }
    }

    /// Runs `body` outside a transaction, independent of the store's health.
    package func writeWithoutTransaction<Value>(
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try queue.writeWithoutTransaction(body)
    }

    /// Reads, for tests and simulations.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await queue.read(body)
    }

    /// Writes, for tests and simulations.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await queue.write(body)
    }

    /// The steps of SQLite's query plan for a statement.
    func plan(of sql: String) throws -> [String] { try queue.plan(of: sql) }

    /// Closes the connection.
    func close() throws { try queue.close() }

    /// Throws once the data is damaged or the file was replaced.
    func admit() throws(StoreUnavailable) {
        if let refusal = health.withLock({ $0.refusal }) { throw refusal }
    }

    /// Records an error of a read on another connection to the file.
    ///
    /// - Throws: ``StoreUnavailable`` when the data is damaged.
    func note(_ error: any Error) throws {
        guard let result = SQLiteResult(error) else { return }
        log(health.withLock { $0.failed(result) })
        // Damage concerns the store, not only this request.
        try admit()
    }

    private func recordingErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            try note(error)
            throw error
        }
    }

    private func log(_ change: StoreHealth.Change?) {
        switch change {
        case nil: break
        case .stopped(let fault) where fault.reason == .corrupt:
            logger.critical(
                """
                The database is damaged, so the server no longer serves data. Stop it, run \
                'trendy server check' to see what is damaged, and install a backup with \
                'trendy server restore FILE'.
                """,
                metadata: metadata(fault)
            )
        case .stopped(let fault):
            logger.critical(
                """
                The database's file was moved, deleted or replaced while the server runs, so it no \
                longer serves data. Put the file back and restart the server; to install a backup, \
                stop the server and run 'trendy server restore FILE'.
                """,
                metadata: metadata(fault)
            )
        case .failed(let fault):
            logger.error(
                "The database cannot be read or written now; requests are answered with 503",
                metadata: metadata(fault)
            )
        case .recovered:
            logger.notice("The database can be written again")
        }
    }

    private func metadata(_ fault: StoreUnavailable) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "reason": .string(fault.reason.rawValue), "database": .string(path),
        ]
        if let detail = fault.detail { metadata["sqlite"] = .string(detail) }
        return metadata
    }
}
