import TrendyModel
package import TrendyServer

extension ServerDatabase {
    /// Opens a migrated PostgreSQL database for a server.
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - localPath: the start of the paths of this server's own files, as in
    ///     ``ServerDatabase/localPath``.
    ///   - poolLimits: the number of connections and their waits.
    /// - Returns: what ``TrendyServerApplication`` takes.
    package static func postgres(
        _ url: PostgresURL,
        localPath: String,
        poolLimits: PostgresPoolLimits = PostgresPoolLimits()
    ) -> Open {
        { configuration, dependencies, logger in
            let (store, secrets) = try await PostgresStore.open(
                url,
                random: dependencies.random,
                poolLimits: poolLimits,
                logger: logger,
                limits: configuration.workLimits,
                quota: configuration.quota
            )
            // After a restore to an earlier time, all devices read everything again and send what
            // the backup lacks.
            if configuration.isRestored {
                for account in try await store.accounts() {
                    try await store.renewEpoch(
                        account: account.account.id,
                        to: randomHex(dependencies.random)
                    )
                }
            }
            return ServerDatabase(
                store: store,
                secrets: secrets,
                localPath: localPath,
                close: { try await store.close() }
            )
        }
    }
}
