import Foundation
package import Logging
package import TrendyModel
package import TrendyServer

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
    ///   - limits: the queue lengths of reads and writes of one account.
    ///   - quota: the storage quota of one account.
    ///   - callTime: the time of one transaction with the wait for a connection.
    ///   - afterStep: runs between the transactions of a write; for tests.
    /// - Returns: the store and the keys.
    /// - Throws: ``ServerError`` for a database that is not migrated or newer than the program,
    ///   ``StoreUnavailable`` when it cannot be reached.
    package static func open(
        _ url: PostgresURL,
        random: any RandomSource,
        poolLimits: PostgresPoolLimits = PostgresPoolLimits(),
        settings: PostgresSessionSettings = PostgresSessionSettings(),
        logger: Logger = Logger(label: "trendy.store") { _ in SwiftLogNoOpLogHandler() },
        limits: WorkLimits = WorkLimits(),
        quota: AccountQuota = AccountQuota(),
        callTime: Duration = .seconds(10),
        afterStep: @escaping @Sendable (EntityID) async throws -> Void = { _ in }
    ) async throws -> (store: PostgresStore, secrets: ServerSecrets) {
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
            changeBus: try PostgresChangeBus(url, limits: poolLimits, logger: logger),
            limits: limits,
            quota: quota,
            callTime: callTime,
            afterStep: afterStep
        )
        do {
            return (store, try await store.prepare(random))
        } catch {
            // The error of the preparation is more useful than a later error of closing.
            try? await store.close()
            throw error
        }
    }

    /// Checks the schema, and reads or creates what belongs to the database.
    private func prepare(_ random: any RandomSource) async throws -> ServerSecrets {
        let current = try await run { try PostgresMigrations.current($0) }
        guard current == PostgresMigrations.newest else { throw Self.wrongSchema(current) }
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
        let keys = try await run { connection in
            var batch = PostgresBatch()
            for key in ["signing_key", "token_key"] {
                batch.add(PostgresMetaQuery.value) { $0.append(text: key) }
            }
            return try connection.roundTrip(batch).map { try $0[0].bytes(0) }
        }
        return ServerSecrets(signingKey: Data(keys[0]), tokenKey: Data(keys[1]))
    }

    private static func wrongSchema(_ current: Int32) -> ServerError {
        current > PostgresMigrations.newest
            ? ServerError(
                code: .newerDatabase,
                message: "A newer version of Trendy has migrated the database. Update this server."
            )
            : ServerError(
                code: .missingDatabase,
                message: "The database lacks migrations. Run 'trendy server migrate' first."
            )
    }
}
