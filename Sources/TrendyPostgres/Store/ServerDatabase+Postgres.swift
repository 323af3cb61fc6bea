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
                quota: configuration.quota,
                wallClock: dependencies.wallClock,
                failover: FailoverOptions(
                    path: localPath + "-positions.json",
                    isRestored: configuration.isRestored
                )
            )
            let sharded = try await ShardedStore(main: store) { name, url, bus in
                try await PostgresStore.open(
                    url,
                    random: dependencies.random,
                    poolLimits: poolLimits,
                    logger: logger,
                    changeBus: bus,
                    limits: configuration.workLimits,
                    quota: configuration.quota,
                    wallClock: dependencies.wallClock,
                    // 'trendy server shard restored' renews the epochs of another cluster.
                    failover: FailoverOptions(path: "\(localPath)-positions-\(name).json")
                ).store
            }
            return ServerDatabase(
                store: sharded,
                secrets: secrets,
                attempts: store,
                loadSecrets: { try await store.secrets() },
                localPath: localPath,
                services: [
                    PositionRecorder(
                        guards: { sharded.openStores.compactMap(\.failoverGuard) },
                        clock: dependencies.clock
                    )
                ],
                metrics: [sharded],
                close: { try await sharded.close() }
            )
        }
    }
}
