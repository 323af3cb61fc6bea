import GRDB
package import Logging
package import TrendyModel
package import TrendySQLite
import TrendyWire

/// The server's data in one SQLite file.
///
/// Short reads and writes are synchronous transactions on one connection; the actor keeps them
/// apart. Long reads run on the connections of a ``ReaderPool``, where there is one, and writes of
/// an account wait for their turn among those of other accounts.
package actor SQLiteStore: ServerStore {
    package nonisolated let epoch: String
    package nonisolated let notices = Broadcaster<EntityID>()
    /// The secrets made at the first start.
    package nonisolated let secrets: ServerSecrets
    /// The connection; simulations look into it.
    package let queue: MonitoredDatabase
    let limits: WorkLimits
    let quota: AccountQuota
    /// The connections for long reads; without them these reads run on the one connection.
    let readers: ReaderPool?
    /// Gives the accounts turns at writing.
    let writes: WorkScheduler<EntityID>
    private let afterStep: @Sendable (EntityID) async throws -> Void

    /// Opens a file, or makes it.
    ///
    /// - Parameters:
    ///   - path: the file; its directory must exist.
    ///   - random: where the epoch and the secrets of a new file come from; must be
    ///     unpredictable.
    ///   - files: where the path leads.
    ///   - logger: receives warnings about the file's permissions and changes of the store's health.
    ///   - limits: how much long reads and writes of one account may queue.
    ///   - quota: what one account may hold.
    ///   - readers: connections for long reads; 0 to run them on the one connection, in the order
    ///     of the calls.
    ///   - afterStep: runs between the transactions of a write that takes several, with its
    ///     account; ends the write when it throws. For tests.
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
        // A push that is repeated is told "duplicate" for what is there, and not sent again.
        try SQLiteFile.makeDurable(queue, path: path)
        (epoch, secrets) = try queue.writing { db in
            (
                try Self.meta(db, "epoch") { randomHex(random) },
                ServerSecrets(
                    signingKey: try Self.meta(db, "signing_key") {
                        ServerSecrets.newSigningKey(random)
                    },
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

    /// Gives the data of a file a new life, after it was restored from a backup: clients read
    /// everything anew and send again what the backup lacks.
    ///
    /// How far the life of the backup had come is kept, since up to there all clients know the
    /// same.
    ///
    /// Throws `SQLiteFileError` when the file cannot be opened.
    package static func renewEpoch(
        path: String,
        random: any RandomSource,
        files: any DatabaseFiles = LocalFiles()
    ) throws {
        let queue = try open(path, files)
        try queue.writing { db in
            try db.execute(
                sql: """
                    INSERT INTO previous_epoch (account, epoch, version)
                    SELECT account.id, meta.value, account.sequence
                    FROM account JOIN meta ON meta.key = 'epoch'
                    """
            )
            try db.execute(
                sql: "INSERT OR REPLACE INTO meta (key, value) VALUES ('epoch', ?)",
                arguments: [randomHex(random)]
            )
        }
        try queue.close()
    }

    /// How much a check of readiness writes after a failure, before the store is ready again.
    private static let recoveryProbeBytes = 65_536

    /// What messages call the file.
    static let label = "The server's database"

    private static func open(
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

    /// Opens a connection as the server does, for maintenance while no server runs.
    static func openConnection(_ path: String) throws(SQLiteFileError) -> DatabaseQueue {
        try open(path, LocalFiles())
    }

    /// Checks that a file, if there is one, is a server's database, without writing a byte; whether
    /// it could be read without its log.
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
                + "'trendy server rotate-keys'."
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

    package func checkReadiness() throws {
        try queue.checkReadiness { db, isRecovering in
            // After a failure, a write that needs pages: one that needs none fits on a full disk.
            let value = isRecovering ? "zeroblob(\(Self.recoveryProbeBytes))" : "1"
            try db.execute(
                sql: "INSERT OR REPLACE INTO meta (key, value) VALUES ('ready', \(value))"
            )
        }
    }

    package func close() async throws {
        // A reader keeps the log from being written back.
        try await readers?.close()
        try closeQueue()
    }

    private func closeQueue() throws {
        try queue.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
        }
        try queue.close()
    }

    /// Writes in one transaction, when it is the account's turn.
    ///
    /// Throws `Problem` 429 or 503 when too many writes wait, `CancellationError`, and what `body`
    /// throws.
    nonisolated func write<Value: Sendable>(
        for account: EntityID,
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await writes.run(for: account) { try await writeNow(body) }
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
