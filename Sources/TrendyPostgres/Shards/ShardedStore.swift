import Synchronization
import TrendyModel
package import TrendyServer
import TrendyWire

/// The server's store over several PostgreSQL clusters, each with a part of the accounts.
///
/// One cluster is the directory: it has the map from accounts to clusters, the addresses, invites,
/// leases and keys, and also accounts. Notices of changes go through it. The server is ready when
/// the directory is; an account whose cluster is away is unavailable, others go on.
///
/// An account is only where its row is. A call that does not find it reads the map again, and is
/// repeated in the account's new cluster, or is ``StoreUnavailable`` while the account is moved.
package final class ShardedStore: ServerStore {
    /// Opens the store of a cluster by name and URL; the notices of changes are those of the
    /// directory.
    package typealias OpenShard =
        @Sendable (String, PostgresURL, any ChangeBus) async throws -> PostgresStore

    /// The maximum number of clusters that one call looks at.
    private static let maximumAttempts = 5

    /// The cluster with the directory.
    package let main: PostgresStore
    /// The map from accounts to clusters.
    package let directory: ShardDirectory
    private let openShard: OpenShard
    private let stores: Mutex<[String: PostgresStore]>
    private let shardList = Mutex<[Shard]>([])

    /// Opens the store over the clusters of a directory.
    ///
    /// A cluster is opened at the first call for one of its accounts.
    ///
    /// - Parameters:
    ///   - main: the cluster with the directory; the store closes it.
    ///   - openShard: opens another cluster.
    /// - Throws: ``StoreUnavailable``.
    package init(main: PostgresStore, openShard: @escaping OpenShard) async throws {
        self.main = main
        self.openShard = openShard
        directory = ShardDirectory(main)
        stores = Mutex([Shard.directoryName: main])
        let shards = try await directory.shards()
        shardList.withLock { $0 = shards }
    }

    package var changeBus: any ChangeBus { main.changeBus }

    /// The clusters, as the last reading of the directory found them.
    var shards: [Shard] { shardList.withLock { $0 } }

    /// The stores of the clusters that were used already.
    var openStores: [PostgresStore] { stores.withLock { Array($0.values) } }

    package func close() async throws {
        let others = stores.withLock { stores in
            defer { stores = [Shard.directoryName: main] }
            return stores.filter { $0.key != Shard.directoryName }.sorted { $0.key < $1.key }
        }
        for (_, store) in others { try await store.close() }
        try await main.close()
    }

    /// The store of a cluster.
    ///
    /// - Throws: ``StoreUnavailable`` of the reason `unreachable` for a cluster that the directory
    ///   does not have or that cannot be reached.
    package func store(of name: String) async throws -> PostgresStore {
        if let store = stores.withLock({ $0[name] }) { return store }
        let shards = try await directory.shards()
        shardList.withLock { $0 = shards }
        guard let shard = shards.first(where: { $0.name == name }) else {
            throw StoreUnavailable(.unreachable, detail: "unknown shard")
        }
        let opened = try await open(name, try PostgresURL(shard.url))
        let winner = stores.withLock { stores in
            let winner = stores[name] ?? opened
            stores[name] = winner
            return winner
        }
        // Another call has opened the same cluster.
        if winner !== opened { try await opened.close() }
        return winner
    }

    /// Opens a cluster, which the caller closes.
    func open(_ name: String, _ url: PostgresURL) async throws -> PostgresStore {
        do {
            return try await openShard(name, url, SharedChangeBus(base: main.changeBus))
        } catch let error as PostgresError {
            throw StoreUnavailable(error) ?? StoreUnavailable(.unreachable, detail: error.sqlState)
        }
    }

    /// Runs a call in the cluster of an account.
    ///
    /// - `isMissing`: whether a result can be that of a cluster without the account; errors of the
    ///   code `unknownAccount` are, too.
    func on<Value: Sendable>(
        _ account: EntityID,
        isMissing: (Value) -> Bool = { _ in false },
        _ body: (PostgresStore) async throws -> Value
    ) async throws -> Value {
        var place = try await directory.place(of: account)
        for _ in 0..<Self.maximumAttempts {
            let store = try await store(of: place.shard)
            let result: Result<Value, any Error>
            do {
                let value = try await body(store)
                guard isMissing(value) else { return value }
                result = .success(value)
            } catch let error as ServerError where error.code == .unknownAccount {
                result = .failure(error)
            }
            let current = try await directory.currentPlace(of: account)
            if current == place {
                // Nothing was moved since the place was read, so that the result is true.
                guard current.phase != .settled else { return try result.get() }
                throw StoreUnavailable(.moving, detail: nil)
            }
            place = current
        }
        throw StoreUnavailable(.moving, detail: nil)
    }

    /// Runs a call in each cluster, by name.
    func onEach<Value: Sendable>(
        _ body: (String, PostgresStore) async throws -> Value
    ) async throws -> [Value] {
        var values: [Value] = []
        for shard in try await directory.shards() {
            values.append(try await body(shard.name, try await store(of: shard.name)))
        }
        return values
    }
}
