import Crypto
import Foundation
package import TrendyModel
import TrendyServer

/// The state of the clusters, for an operator.
package struct ShardStatus: Codable, Sendable, Equatable {
    /// A cluster.
    package struct Cluster: Codable, Sendable, Equatable {
        /// The name.
        package var name: String
        /// Whether new accounts are placed in it.
        package var acceptsAccounts: Bool
        /// The number of accounts; `nil` when the cluster cannot be reached.
        package var accounts: Int?
        /// Why it cannot be reached.
        package var problem: String?
    }

    /// A move that is not complete.
    package struct Move: Codable, Sendable, Equatable {
        /// The account's id.
        package var account: String
        /// The cluster that the account comes from.
        package var from: String
        /// The cluster that it goes to.
        package var to: String
    }

    /// The clusters by name.
    package var shards: [Cluster]
    /// The moves, sorted by account.
    package var moves: [Move]
}

/// The administration of the clusters, while servers run.
package struct ShardAdministration: Sendable {
    /// The store over all clusters.
    package let store: ShardedStore
    private let mainURL: PostgresURL

    /// Creates a value over an opened store.
    ///
    /// - `mainURL`: the URL of the directory's cluster.
    package init(store: ShardedStore, mainURL: PostgresURL) {
        self.store = store
        self.mainURL = mainURL
    }

    /// Adds a cluster, or changes its URL.
    ///
    /// - Throws: ``ServerError`` of the code `missingDatabase` for a cluster without the tables,
    ///   `foreignDatabase` for one with accounts of another directory; ``StoreUnavailable``.
    package func add(_ shard: Shard) async throws {
        let url = try PostgresURL(shard.url)
        let opened = try await store.open(shard.name, url)
        do {
            try await check(opened, shard)
        } catch {
            // The error of the check is more useful than a later error of closing.
            try? await opened.close()
            throw error
        }
        try await opened.close()
        try await store.directory.set(shard)
    }

    /// Marks a cluster as one of this directory; refuses one of another directory.
    private func check(_ opened: PostgresStore, _ shard: Shard) async throws {
        let main = try await Self.fingerprint(of: store.main)
        let owner = "\(main) \(shard.name)"
        let found = try await opened.meta("shard_of")
        guard found != owner else { return }
        let accounts = try await opened.accountCount()
        let isMain = try await Self.fingerprint(of: opened) == main
        guard found == nil, accounts == 0, !isMain,
            try await opened.setMeta("shard_of", owner)
        else {
            throw ServerError(
                code: .foreignDatabase,
                message: "The database has accounts already, or belongs to another shard. Create "
                    + "an empty one and run 'trendy server migrate' on it."
            )
        }
    }

    /// What tells a database from others for its whole life: a hash of the key of its tokens.
    private static func fingerprint(of store: PostgresStore) async throws -> String {
        let key = try await store.secrets().tokenKey
        return SHA256.hash(data: Data("shard".utf8) + key).prefix(16)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Moves an account, named by its address or id.
    ///
    /// - `progress`: receives the number of copied rows and of the account's entities.
    package func move(
        _ account: String,
        to target: String,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws -> AccountMove.Report {
        let id = try await id(of: account)
        let place = try await store.directory.currentPlace(of: id)
        var total = 0
        if place.phase == .settled {
            let counts = try await store.accountState(account: id).counts
            total = counts.values.reduce(0, +)
        }
        let move = AccountMove(store: store, mainURL: mainURL) { [total] done in
            progress(done, max(done, total))
        }
        return try await move.run(id, to: target)
    }

    /// The id of an account whose address or id is given.
    ///
    /// The address of an account that is being moved is in the directory.
    private func id(of account: String) async throws -> EntityID {
        if let id = EntityID(account) { return id }
        if let id = try await store.main.owner(of: EmailAddress.normalized(account)) { return id }
        throw ServerError(
            code: .invalidUser,
            message: "There is no account with the address \(account)."
        )
    }

    /// The clusters, their accounts and the moves that are not complete.
    package func status() async throws -> ShardStatus {
        var clusters: [ShardStatus.Cluster] = []
        for shard in try await store.directory.shards() {
            var cluster = ShardStatus.Cluster(
                name: shard.name,
                acceptsAccounts: shard.acceptsAccounts
            )
            do {
                cluster.accounts = try await store.store(of: shard.name).accountCount()
            } catch let error as StoreUnavailable {
                cluster.problem = error.code
            }
            clusters.append(cluster)
        }
        let moves = try await store.directory.places()
            .filter { $0.value.phase != .settled }
            .sorted { $0.key < $1.key }
            .map { account, place in
                let other = place.other ?? ""
                let isBefore = place.phase == .copying
                return ShardStatus.Move(
                    account: account.description,
                    from: isBefore ? place.shard : other,
                    to: isBefore ? other : place.shard
                )
            }
        return ShardStatus(shards: clusters, moves: moves)
    }

    /// Starts new epochs of the accounts of a cluster that was restored to an earlier time.
    ///
    /// Accounts that the map places elsewhere are deleted from it.
    ///
    /// - Returns: the number of accounts with a new epoch.
    package func renewEpochs(of shard: String, random: any RandomSource) async throws -> Int {
        guard try await store.directory.shards().contains(where: { $0.name == shard }) else {
            throw AccountMove.refusal(
                "There is no shard '\(shard)'. 'trendy server shard status' lists them."
            )
        }
        let places = try await store.directory.places()
        let cluster = try await store.store(of: shard)
        var count = 0
        for summary in try await cluster.accounts() {
            let account = summary.account.id
            guard (places[account] ?? .initial).shard == shard else {
                try await cluster.deleteRow(of: account)
                continue
            }
            try await cluster.renewEpoch(account: account, to: randomHex(random))
            count += 1
        }
        try await cluster.forgetTimeline()
        return count
    }
}

extension PostgresStore {
    /// The number of accounts in the cluster, without those in deletion or moves.
    func accountCount() async throws -> Int {
        try await read(ShardQuery.accountCount) { Int(try $0[0].int(0)) }
    }

    /// A value about the database itself.
    func meta(_ key: String) async throws -> String? {
        let parameters = PostgresParameters { $0.append(text: key) }
        return try await read(PostgresMetaQuery.value, parameters) { try $0.first?.string(0) }
    }

    /// Forgets the cluster and timeline of the database, so that servers use it after a restore into
    /// another cluster.
    ///
    /// The caller has renewed the epochs.
    func forgetTimeline() async throws {
        try await transaction { transaction in
            _ = try transaction.commit(PostgresBatch(PostgresFailoverQuery.deleteRecord))
        }
    }

    /// Sets a value about the database itself; returns `false` when it has one.
    func setMeta(_ key: String, _ value: String) async throws -> Bool {
        var batch = PostgresBatch()
        batch.add(PostgresMetaQuery.set) {
            $0.append(text: key)
            $0.append(byteaOf: value)
        }
        return try await transaction { [batch] transaction in
            try transaction.commit(batch)[0].affectedRows == 1
        }
    }
}
