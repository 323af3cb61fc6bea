package import Logging
package import TrendyModel
package import TrendyServer

/// What a server needs to recognize failovers and restores of its database.
package struct FailoverOptions: Sendable {
    /// The path of the file with the positions of acknowledged commits.
    package let path: String
    /// Whether an operator says that the database was restored: all accounts get a new epoch.
    package let isRestored: Bool

    /// Creates options.
    package init(path: String, isRestored: Bool = false) {
        self.path = path
        self.isRestored = isRestored
    }
}

extension PostgresStore {
    /// Opens a store on a migrated database, and creates the keys of the sessions at the first
    /// start.
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - random: the source of the keys and of the epoch of new accounts; must be unpredictable.
    ///   - poolLimits: the number of connections and their waits.
    ///   - settings: the settings of each session.
    ///   - logger: receives changes of the database's availability.
    ///   - changeBus: notifies of changes instead of one over this database; `nil` for that.
    ///   - limits: the queue lengths of reads and writes of one account.
    ///   - quota: the storage quota of one account.
    ///   - callTime: the time of one transaction with the wait for a connection.
    ///   - wallClock: the server's clock, which must agree with the database's for the server to be
    ///     ready; `nil` to compare none.
    ///   - failover: where the server keeps its acknowledged commits, and whether the database was
    ///     restored; `nil` for a program that serves no devices.
    ///   - afterStep: runs between the transactions of a write; for tests.
    /// - Returns: the store and the keys.
    /// - Throws: ``ServerError`` for a database that is of another program, not migrated, newer than
    ///   the program, without rights, or of another cluster than before; ``StoreUnavailable`` when it
    ///   cannot be reached; ``PostgresError`` of the origin `wrongServer` for a standby and an old
    ///   server.
    package static func open(
        _ url: PostgresURL,
        random: any RandomSource,
        poolLimits: PostgresPoolLimits = PostgresPoolLimits(),
        settings: PostgresSessionSettings = PostgresSessionSettings(),
        logger: Logger = Logger(label: "trendy.store") { _ in SwiftLogNoOpLogHandler() },
        changeBus: (any ChangeBus)? = nil,
        limits: WorkLimits = WorkLimits(),
        quota: AccountQuota = AccountQuota(),
        callTime: Duration = .seconds(10),
        wallClock: (any WallClock)? = nil,
        failover: FailoverOptions? = nil,
        afterStep: @escaping @Sendable (EntityID) async throws -> Void = { _ in }
    ) async throws -> (store: PostgresStore, secrets: ServerSecrets) {
        var settings = settings
        let failoverGuard = failover.map {
            FailoverGuard(path: $0.path, random: random, logger: logger)
        }
        settings.failoverGuard = failoverGuard
        let pool = try PostgresPool(
            url,
            limits: poolLimits,
            settings: settings,
            random: random,
            logger: logger
        )
        let store = PostgresStore(
            pool: pool,
            connections: poolLimits.connections,
            changeBus: try changeBus
                ?? PostgresChangeBus(url, limits: poolLimits, logger: logger),
            limits: limits,
            quota: quota,
            callTime: callTime,
            wallClock: wallClock,
            failoverGuard: failoverGuard,
            logger: logger,
            afterStep: afterStep
        )
        do {
            return (
                store, try await store.prepare(random, isRestored: failover?.isRestored ?? false)
            )
        } catch {
            // The error of the preparation is more useful than a later error of closing.
            try? await store.close()
            throw error
        }
    }

    /// Checks the schema and the cluster, and reads or creates what belongs to the database.
    private func prepare(
        _ random: any RandomSource,
        isRestored: Bool
    ) async throws -> ServerSecrets {
        let failoverGuard = failoverGuard
        try await withFirstConnection { connection in
            try PostgresSchemaCheck.run(connection)
            try failoverGuard?.start(on: connection, isRestored: isRestored)
        }
        let fresh = ServerSecrets(random: random)
        let values = [
            ("epoch", Array(randomHex(random).utf8)), ("signing_key", Array(fresh.signingKey)),
            ("token_key", Array(fresh.tokenKey)),
        ]
        // Of two servers that start first, one inserts, and both read what it inserted.
        try await transaction { transaction in
            var batch = PostgresBatch()
            for (key, value) in values {
                batch.add(PostgresMetaQuery.set) {
                    $0.append(text: key)
                    $0.append(bytea: value)
                }
            }
            try transaction.commit(batch)
        }
        return try await secrets()
    }

    /// Runs work on the first connection; waits for a server that starts, and not for one that
    /// cannot be used.
    private func withFirstConnection(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Void
    ) async throws {
        let end = Deadline.after(callTime)
        while true {
            do {
                let deadline = min(end, Deadline.after(Self.firstConnectionTime))
                return try await pool.withConnection(deadline: deadline) { connection in
                    connection.deadline = end
                    try body(connection)
                }
            } catch let error as PostgresError
                where error.origin == .cannotConnect || error.origin == .poolTimeout
            {
                if end.hasPassed { throw error }
            }
        }
    }

    private static let firstConnectionTime = Duration.seconds(1)
}
