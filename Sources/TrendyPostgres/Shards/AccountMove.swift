import Logging
package import TrendyModel
import TrendyServer

/// Moves an account from one cluster to another while servers run.
///
/// The account is unavailable meanwhile: devices try again and count no attempt. Each step is
/// recorded in the directory before the next one begins, so that a move that was interrupted is
/// repeated with the same call: no row is lost, and none is in two clusters that serve it.
///
/// 1. The directory notes the move (``AccountPlace/Phase/copying``).
/// 2. The source takes the account's row out of the reach of all servers.
/// 3. The rows are copied, and compared by their number and digest.
/// 4. The directory names the other cluster (``AccountPlace/Phase/finishing``).
/// 5. The target puts the account's row in, after another comparison; the source deletes what it has.
package struct AccountMove: Sendable {
    /// The result of a move.
    package struct Report: Codable, Sendable, Equatable {
        /// The cluster that had the account.
        package var from: String
        /// The cluster that has it.
        package var to: String
        /// The number of copied rows; 0 when the account was there already.
        package var rows: Int
    }

    /// A point at which a test interrupts a move.
    package enum Step: String, CaseIterable, Sendable {
        case noted, frozen, copied, verified, flipped, thawed, deleted
    }

    private let store: ShardedStore
    private let mainURL: PostgresURL
    private let progress: @Sendable (Int) -> Void
    private let afterStep: @Sendable (Step) throws -> Void

    /// Prepares moves.
    ///
    /// - Parameters:
    ///   - store: the clusters.
    ///   - mainURL: the URL of the directory's cluster.
    ///   - progress: receives the number of copied rows.
    ///   - afterStep: its error interrupts the move. For tests.
    package init(
        store: ShardedStore,
        mainURL: PostgresURL,
        progress: @escaping @Sendable (Int) -> Void = { _ in },
        afterStep: @escaping @Sendable (Step) throws -> Void = { _ in }
    ) {
        self.store = store
        self.mainURL = mainURL
        self.progress = progress
        self.afterStep = afterStep
    }

    /// Moves an account, or completes its interrupted move.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - target: the name of the cluster.
    /// - Returns: what was moved.
    /// - Throws: ``ServerError`` of the code `unknownAccount`, `cannotMoveAccount` for an unknown
    ///   cluster, another move or clusters of different versions; ``StoreUnavailable``.
    package func run(_ account: EntityID, to target: String) async throws -> Report {
        let urls = try await urls()
        guard urls[target] != nil else {
            throw Self.refusal(
                "There is no shard '\(target)'. 'trendy server shard status' lists them."
            )
        }
        let directory = store.directory
        var place = try await directory.currentPlace(of: account)
        if place.phase == .finishing {
            try await finish(account, place, urls)
            place = try await directory.currentPlace(of: account)
        }
        if place.phase == .copying, place.shard == target, let other = place.other {
            try await takeBack(account, from: other, to: target, urls)
            return Report(from: target, to: target, rows: 0)
        }
        if place.phase == .copying, place.other != target {
            throw Self.refusal(
                "The account is being moved to '\(place.other ?? "")'. Repeat that move first."
            )
        }
        guard place.shard != target else {
            return Report(from: target, to: target, rows: 0)
        }
        let (from, rows) = (place.shard, try await copy(account, from: place.shard, target, urls))
        try afterStep(.flipped)
        place = try await directory.currentPlace(of: account)
        try await finish(account, place, urls)
        return Report(from: from, to: target, rows: rows)
    }

    static func refusal(_ text: String) -> ServerError {
        ServerError(code: .cannotMoveAccount, message: text)
    }

    /// The URL of each cluster.
    private func urls() async throws -> [String: PostgresURL] {
        var urls = [Shard.directoryName: mainURL]
        for shard in try await store.directory.shards() where shard.name != Shard.directoryName {
            urls[shard.name] = try PostgresURL(shard.url)
        }
        return urls
    }

    private func copy(
        _ account: EntityID,
        from source: String,
        _ target: String,
        _ urls: [String: PostgresURL]
    ) async throws -> Int {
        guard let sourceURL = urls[source], let targetURL = urls[target] else {
            throw Self.refusal("The shard '\(source)' of the account is not in the directory.")
        }
        let (mainURL, progress, afterStep) = (mainURL, progress, afterStep)
        return try await Self.onThread {
            let lock = try ShardLock.take(mainURL, shard: target)
            defer { lock.close() }
            let copy = try AccountCopy(account, from: sourceURL, to: targetURL)
            defer { copy.close() }
            try copy.checkVersions()
            guard try lock.begin(account, from: source, to: target) else {
                throw Self.refusal("The account was moved by another command. Try again.")
            }
            try afterStep(.noted)
            guard try copy.freeze() else {
                try lock.cancel(account)
                throw ServerError.unknownAccount
            }
            try afterStep(.frozen)
            let rows = try copy.copyRows(progress: progress)
            try afterStep(.copied)
            try copy.verify()
            try afterStep(.verified)
            try lock.flip(account, to: target)
            return rows
        }
    }

    /// Ends a move whose rows were not all copied: the account stays where it was.
    private func takeBack(
        _ account: EntityID,
        from other: String,
        to home: String,
        _ urls: [String: PostgresURL]
    ) async throws {
        guard let homeURL = urls[home], let otherURL = urls[other] else {
            throw Self.refusal("The shard '\(other)' is not in the directory.")
        }
        let mainURL = mainURL
        try await Self.onThread {
            let lock = try ShardLock.take(mainURL, shard: other)
            defer { lock.close() }
            let copy = try AccountCopy(account, from: otherURL, to: homeURL)
            defer { copy.close() }
            try copy.thaw()
            try lock.cancel(account)
            try copy.deleteSource()
        }
        store.changeBus.changed(account)
    }

    /// Lets the new cluster serve the account, and deletes what the old one has.
    private func finish(
        _ account: EntityID,
        _ place: AccountPlace,
        _ urls: [String: PostgresURL]
    ) async throws {
        guard place.phase == .finishing, let old = place.other, let oldURL = urls[old],
            let newURL = urls[place.shard]
        else { return }
        let (progress, afterStep) = (progress, afterStep)
        try await Self.onThread {
            let copy = try AccountCopy(account, from: oldURL, to: newURL)
            defer { copy.close() }
            // The target can have lost rows in a failover since they were compared.
            if try !copy.isThawed() {
                if try copy.firstDifference() != nil {
                    _ = try copy.copyRows(progress: progress)
                    try copy.verify()
                }
                try copy.thaw()
            }
            try afterStep(.thawed)
            try copy.deleteSource()
        }
        try afterStep(.deleted)
        try await store.directory.run(ShardQuery.finishMove) { $0.append(uuid: account) }
        // Streams read the account in its new cluster.
        store.changeBus.changed(account)
    }

    /// Runs blocking work on a thread of its own, because it waits for two connections at once.
    private static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                startThread("trendy-shard") { continuation.resume(with: Result { try body() }) }
            }
        } catch let error as PostgresError {
            throw StoreUnavailable(error) ?? error
        }
    }
}
