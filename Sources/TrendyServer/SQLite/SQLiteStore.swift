import Foundation
import GRDB
package import Logging
package import TrendyModel
package import TrendySQLite
import TrendyWire

/// The server's store in one SQLite file.
///
/// The actor runs short reads and writes as synchronous transactions on one connection. Long reads
/// run on the connections of a ``ReaderPool``, if there is one. Writes of different accounts take
/// turns.
package actor SQLiteStore: ServerStore {
    /// The epoch of new accounts.
    package nonisolated let newAccountEpoch: String
    package nonisolated let changeBus: any ChangeBus = Broadcaster<EntityID>()
    /// The keys from the first start.
    package nonisolated let secrets: ServerSecrets
    /// The connection; simulations inspect it.
    package nonisolated let queue: MonitoredDatabase
    let limits: WorkLimits
    let quota: AccountQuota
    /// The connections for long reads; `nil` to run these reads on the single connection.
    let readers: ReaderPool?
    /// Schedules the writes of the accounts in turns.
    let writes: WorkScheduler<EntityID>
    private let afterStep: @Sendable (EntityID) async throws -> Void

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: the file; its directory must exist.
    ///   - random: the source of the epoch and the keys of a new file; must be unpredictable.
    ///   - files: the file operations.
    ///   - logger: receives warnings about the file's permissions and changes of the store's
    ///     health.
    ///   - limits: the queue lengths of long reads and writes of one account.
    ///   - quota: the storage quota of one account.
    ///   - readers: the number of connections for long reads; 0 to run them on the single
    ///     connection in the order of the calls.
    ///   - afterStep: runs between the transactions of a write with several transactions, with its
    ///     account; its error ends the write. For tests.
    /// - Throws: `SQLiteFileError` when the file cannot be opened.
    package init(
        path: String,
        random: any RandomSource,
        files: any DatabaseFiles = LocalFiles(),
        logger: Logger = Logger(label: "trendy.store") { _ in SwiftLogNoOpLogHandler() },
        limits: WorkLimits = WorkLimits(),
        quota: AccountQuota = AccountQuota(),
        readers: Int = 0,
        afterStep: @escaping @Sendable (EntityID) async throws -> Void = { _ in }
    ) throws {
        let queue = try Self.open(path, files) { warning in
            logger.warning("\(Self.advice(warning))")
        }
        self.queue = MonitoredDatabase(queue, path: path, files: files, logger: logger)
        self.limits = limits
        self.quota = quota
        self.afterStep = afterStep
        writes = WorkScheduler(
            name: "writes",
            limits: WorkSchedulerLimits(
                running: 1,
                runningPerKey: 1,
                waitingPerKey: limits.waitingWritesPerAccount,
                waiting: limits.waitingWrites
            )
        )
        // A repeated push is answered with "duplicate" for existing data, and not sent again.
        try SQLiteFile.makeDurable(queue, path: path)
        (newAccountEpoch, secrets) = try queue.writing { db in
            (
                try Self.meta(db, "epoch") { randomHex(random) },
                ServerSecrets(
                    signingKey: try Self.meta(db, "signing_key") {
                        ServerSecrets.newSigningKey(random)
                    },
                    previousKey: try Self.previousKey(db),
                    tokenKey: try Self.meta(db, "token_key") { randomBytes(32, random) }
                )
            )
        }
        self.readers =
            readers > 0
            ? try ReaderPool(
                path: path,
                files: files,
                count: readers,
                limits: limits,
                monitor: self.queue
            ) : nil
    }

    /// The bytes that a readiness check writes after a failure, before the store is ready again.
    private static let recoveryProbeBytes = 65_536

    /// The name of the file in messages.
    static let label = "The server's database"

    static func open(
        _ path: String,
        _ files: any DatabaseFiles,
        onWarning: (DatabaseFileWarning) -> Void = { _ in }
    ) throws(SQLiteFileError) -> DatabaseQueue {
        try SQLiteFile.open(
            path: path,
            files: files,
            kind: .server,
            migrator: ServerMigrations.migrator,
            label: label,
            cacheKilobytes: 65_536,
            logPages: 4000,
            onWarning: onWarning
        )
    }

    /// Opens a connection with the server's settings, for maintenance while no server runs.
    static func openConnection(_ path: String) throws(SQLiteFileError) -> DatabaseQueue {
        try open(path, LocalFiles())
    }

    /// Checks that an existing file is a server database, without writing a byte; returns whether
    /// it was readable without its log.
    @discardableResult
    static func verifyKind(path: String) throws(SQLiteFileError) -> Bool {
        try SQLiteFile.verifyKind(.server, path: path, files: LocalFiles(), label: label)
    }

    private static func advice(_ warning: DatabaseFileWarning) -> String {
        switch warning.code {
        case .directoryIsWritableByOthers: warning.message
        case .wasReadableByOthers:
            warning.message + " They may have copied the keys that sessions are signed with. "
                + "If you do not trust every user of this machine, stop the server and run "
                + "'trendy server rotate-keys --now'."
        }
    }

    private static func meta<Value: DatabaseValueConvertible>(
        _ db: Database,
        _ key: String,
        make: () -> Value
    ) throws -> Value {
        let value = try Value.fetchOne(
            db,
            sql: "SELECT value FROM meta WHERE key = ?",
            arguments: [key]
        )
        if let value { return value }
        let fresh = make()
        try db.execute(
            sql: "INSERT INTO meta (key, value) VALUES (?, ?)",
            arguments: [key, fresh]
        )
        return fresh
    }

    private static func previousKey(_ db: Database) throws -> ServerSecrets.PreviousKey? {
        func value<Value: DatabaseValueConvertible>(_ key: String) throws -> Value? {
            try Value.fetchOne(
                db,
                sql: "SELECT value FROM meta WHERE key = ?",
                arguments: [key]
            )
        }
        guard let key: Data = try value("previous_signing_key"),
            let until: Int64 = try value("previous_signing_key_until")
        else { return nil }
        return ServerSecrets.PreviousKey(
            publicKey: key,
            validUntil: Instant(milliseconds: until)
        )
    }

    package func checkReadiness() throws {
        try queue.checkReadiness { db in
            _ = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM meta"))
        } write: { db in
            // A write without new pages succeeds on a full disk.
            try db.execute(
                sql: "INSERT OR REPLACE INTO meta (key, value) VALUES ('ready', zeroblob(?))",
                arguments: [Self.recoveryProbeBytes]
            )
        }
    }

    package func close() async throws {
        // An open reader prevents the checkpoint of the log.
        try await readers?.close()
        try closeQueue()
    }

    private func closeQueue() throws {
        try queue.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
        }
        try queue.close()
    }

    /// Writes in one transaction at the account's turn.
    ///
    /// Throws `Problem` 429 or 503 when too many writes wait, `CancellationError`, and errors of
    /// `body`.
    nonisolated func write<Value: Sendable>(
        for account: EntityID,
        operation: String = #function,
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withPartSpan(.sqlite, operation) { span in
            try await writes.run(for: account) {
                try await writeNow { db in
                    span?.begin()
                    return try body(db)
                }
            }
        }
    }

    private func writeNow<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) throws -> Value {
        try queue.writing(body)
    }

    /// Lets tests act between two transactions of one write.
    nonisolated func finishedStep(of account: EntityID) async throws {
        try Task.checkCancellation()
        try await afterStep(account)
    }
}
