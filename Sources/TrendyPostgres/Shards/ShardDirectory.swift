import Synchronization
package import TrendyModel
import TrendyServer

/// The map from accounts to clusters, in the database of the directory, with a cache.
///
/// A cached place can be old. It is safe: a move takes the account's row out of the cluster first,
/// so that no server reads or writes the account there any more; ``ShardedStore`` then reads the
/// map again.
package final class ShardDirectory: Sendable {
    /// The number of places of one generation of the cache.
    private static let capacity = 50_000

    let store: PostgresStore
    private let cache = Mutex(GenerationalCache<EntityID, AccountPlace>(capacity: capacity))

    init(_ store: PostgresStore) {
        self.store = store
    }

    /// The place of an account, which can be old.
    func place(of account: EntityID) async throws -> AccountPlace {
        if let place = cache.withLock({ $0[account] }) { return place }
        return try await currentPlace(of: account)
    }

    /// The place of an account, read from the database.
    package func currentPlace(of account: EntityID) async throws -> AccountPlace {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        let place = try await store.read(ShardQuery.place, parameters) { rows in
            try rows.first.map { try AccountPlace($0) } ?? .initial
        }
        cache.withLock { cache in
            // Another call can have read a later version in between.
            if let known = cache[account], known.version > place.version { return }
            cache[account] = place
        }
        return place
    }

    /// The places of all accounts that have a row in the map.
    package func places() async throws -> [EntityID: AccountPlace] {
        try await store.read(ShardQuery.places) { rows in
            var places: [EntityID: AccountPlace] = [:]
            for row in rows { places[try row.id(4)] = try AccountPlace(row) }
            return places
        }
    }

    /// All clusters, by name.
    package func shards() async throws -> [Shard] {
        try await store.read(ShardQuery.shards) { rows in
            try rows.map { row in
                Shard(
                    name: try row.string(0),
                    url: try row.string(1),
                    acceptsAccounts: try row.bool(2)
                )
            }
        }
    }

    /// Adds a cluster, or changes it.
    package func set(_ shard: Shard) async throws {
        try await run(ShardQuery.setShard) {
            $0.append(text: shard.name)
            $0.append(byteaOf: shard.url)
            $0.append(bool: shard.acceptsAccounts)
        }
    }

    /// Removes an account that was deleted from the map.
    func remove(_ account: EntityID) async throws {
        cache.withLock { $0[account] = nil }
        try await run(ShardQuery.removePlace) { $0.append(uuid: account) }
    }

    /// Frees an address that belongs to an account.
    func free(_ email: String, of account: EntityID) async throws {
        try await run(PostgresAccountQuery.freeAddress) {
            $0.append(byteaOf: email)
            $0.append(uuid: account)
        }
    }

    /// Frees an identity that belongs to an account.
    func free(_ identity: ProviderIdentity, of account: EntityID) async throws {
        try await run(PostgresIdentityQuery.free) {
            $0.append(bytea: identity.hash)
            $0.append(uuid: account)
        }
    }

    /// Runs a statement in a transaction; returns the number of changed rows.
    @discardableResult
    func run(
        _ statement: PostgresStatement,
        _ fill: (inout PostgresParameters) -> Void
    ) async throws -> Int {
        var batch = PostgresBatch()
        batch.add(statement, fill)
        return try await store.transaction { [batch] transaction in
            try transaction.commit(batch).first?.affectedRows ?? 0
        }
    }
}
