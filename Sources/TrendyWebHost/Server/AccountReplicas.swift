import Logging
import ServiceLifecycle
import TrendyKit
package import TrendyModel
package import TrendyServer
import TrendyStore
import TrendyWeb

/// The replicas of the accounts that are signed in to the pages.
///
/// A replica is a copy: when its file is lost or damaged, it is read from the server again.
package actor AccountReplicas: Service {
    let files: ReplicaFiles
    let parts: ServerParts
    let limits: ReplicaLimits
    /// The uploaded files of the accounts, which end with an account.
    private let uploads: ImportSpools?
    private var replicas: [EntityID: AccountReplica] = [:]
    /// Follow the accounts of open replicas, to close those of disabled or deleted ones.
    private var watchers: [EntityID: Task<Void, Never>] = [:]
    /// The opening or closing of a replica, one at a time for each account.
    private var changes: [EntityID: Task<Void, any Error>] = [:]
    private var isStopped = false

    /// Creates replicas in a directory beside the server's database.
    ///
    /// - Throws: `SQLiteFileError` when the directory cannot be created.
    package init(
        _ parts: ServerParts,
        limits: ReplicaLimits = ReplicaLimits(),
        uploads: ImportSpools? = nil
    ) throws {
        files = try ReplicaFiles(beside: parts.database.localPath, logger: parts.logger)
        self.parts = parts
        self.limits = limits
        self.uploads = uploads
    }

    /// The number of open replicas.
    package var count: Int { replicas.count }

    /// The replica of an account, opened if necessary; it stays open as long as the lease exists.
    ///
    /// - Throws: `WebError` when too many replicas are used at once, `StoreError` when the database
    ///   cannot be opened.
    package func lease(_ account: EntityID) async throws -> ReplicaLease {
        while true {
            guard !isStopped else { throw WebError.unavailable }
            if let change = changes[account] {
                // The caller that started the change handles its error; this caller tries again.
                _ = try? await change.value
            } else if let replica = replicas[account] {
                if replica.isInPlace { return replica.lease() }
                parts.logger.warning("A replica of the pages was moved or deleted: read again")
                try await close(replica)
            } else if replicas.count >= limits.open {
                try await makeRoom()
            } else {
                try await change(account) { try await self.open(account) }
            }
        }
    }

    /// Closes idle replicas, and deletes the files of unused, disabled and deleted accounts, until
    /// the server stops; then closes all replicas.
    package func run() async throws {
        await cancelWhenGracefulShutdown { await self.maintain() }
        isStopped = true
        for account in replicas.keys.sorted() {
            _ = try? await changes[account]?.value
            if let replica = replicas[account] { await closeLogging(replica) }
        }
    }

    private func maintain() async {
        while !Task.isCancelled {
            await removeUnneededFiles()
            await removeUploads()
            do {
                try await parts.dependencies.clock.sleep(for: limits.check)
            } catch {
                // Cancelled: the server stops.
                return
            }
            await closeIdle()
        }
    }

    // MARK: Opening and closing

    /// Runs one opening or closing of an account's replica.
    private func change(
        _ account: EntityID,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        while let other = changes[account] { _ = try? await other.value }
        // Owned by `changes`; the caller awaits it, and its cancellation must not leave half of it.
        let task = Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            self.changes[account] = nil
            try result.get()
        }
        changes[account] = task
        try await task.value
    }

    private func open(_ account: EntityID) async throws {
        guard replicas[account] == nil else { return }
        let replica = try await files.open(account, parts)
        replicas[account] = replica
        replica.engine.start()
        let listener = parts.store.changeBus.listen(to: account)
        // Owned here: closing the replica cancels it.
        watchers[account] = Task {
            defer { listener.stop() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.wakeRegularly(listener) }
                await self.watch(account, listener)
                group.cancelAll()
            }
        }
    }

    /// Wakes a listener regularly, because notices can be lost.
    private nonisolated func wakeRegularly(_ listener: Broadcaster<EntityID>.Listener) async {
        while true {
            do {
                try await parts.dependencies.clock.sleep(for: limits.sessionCheck)
            } catch {
                // Cancelled: the replica is closed.
                return
            }
            listener.wake()
        }
    }

    /// Discards the replica once its account is disabled or deleted.
    private nonisolated func watch(
        _ account: EntityID,
        _ listener: Broadcaster<EntityID>.Listener
    ) async {
        for await _ in listener.events {
            let found: Account?
            do {
                found = try await parts.store.account(id: account)
            } catch {
                // A database that cannot be read says nothing about the account.
                continue
            }
            guard let found, found.disabledAt == nil else {
                await discard(account, isDeleted: found == nil)
                return
            }
        }
    }

    private func close(_ replica: AccountReplica) async throws {
        try await change(replica.account) { try await self.stop(replica) }
    }

    private func stop(_ replica: AccountReplica) async throws {
        guard replicas[replica.account] === replica else { return }
        replicas[replica.account] = nil
        watchers.removeValue(forKey: replica.account)?.cancel()
        try await replica.close()
    }

    private func closeLogging(_ replica: AccountReplica) async {
        await changeLogging(replica.account) { await self.stopLogging(replica) }
    }

    private func stopLogging(_ replica: AccountReplica) async {
        do {
            try await stop(replica)
        } catch {
            // Everything committed is in the file, which the next opening reads.
            parts.logger.warning("A replica of the pages was not closed cleanly")
        }
    }

    /// Runs a change that reports its own errors.
    private func changeLogging(
        _ account: EntityID,
        _ body: @escaping @Sendable () async -> Void
    ) async {
        do {
            try await change(account) { await body() }
        } catch {
            parts.logger.warning("A replica of the pages could not be changed")
        }
    }

    /// Closes the replica of an account that is disabled or deleted, and deletes its files; those of
    /// a disabled account only when everything in them was sent, because it can be enabled again.
    private func discard(_ account: EntityID, isDeleted: Bool) async {
        // One change, so that no request opens the files in between.
        await changeLogging(account) {
            if let replica = await self.replicas[account] { await self.stopLogging(replica) }
            await self.removeFiles(account, isDeleted: isDeleted)
        }
    }

    /// Deletes the files of a closed replica.
    private func removeFiles(_ account: EntityID, isDeleted: Bool) {
        guard replicas[account] == nil, isDeleted || files.isSent(account) else { return }
        files.remove(account)
    }

    /// Deletes the uploads of deleted accounts, and those that were abandoned.
    ///
    /// Not part of a change of a replica: a running import may wait for one.
    private func removeUploads() async {
        do {
            try await uploads?.removeAbandoned { [store = parts.store] name in
                guard let id = EntityID(name) else { return false }
                return try await store.account(id: id) != nil
            }
        } catch {
            parts.logger.warning("Uploads that nothing needs cannot be deleted")
        }
    }

    /// Replaces the replica of an account when its database is damaged.
    package func repair(_ replica: AccountReplica) async {
        guard replicas[replica.account] === replica, await replica.engine.store.isDamaged() else {
            return
        }
        parts.logger.warning("A replica of the pages is damaged; reading it again")
        await changeLogging(replica.account) {
            await self.stopLogging(replica)
            await self.setAside(replica.account)
        }
    }

    private func setAside(_ account: EntityID) {
        if replicas[account] == nil { files.setAside(account) }
    }

    /// Deletes the files of accounts that are deleted, disabled or do not use the pages.
    private func removeUnneededFiles() async {
        let now = parts.dependencies.wallClock.now()
        for account in files.accounts.subtracting(replicas.keys).sorted() {
            do {
                let found = try await parts.store.account(id: account)
                guard
                    found.map({ $0.disabledAt != nil }) ?? true
                        || files.isUnused(account, for: limits.unused, at: now)
                else { continue }
                try await change(account) {
                    await self.removeFiles(account, isDeleted: found == nil)
                }
            } catch {
                // The server's database cannot be read now; the next pass tries again.
                return
            }
        }
    }

    // MARK: Closing unused replicas

    private func closeIdle() async {
        let now = parts.dependencies.wallClock.now()
        for replica in unusedReplicas {
            guard let since = replica.idleSince, now - since >= limits.idle else { continue }
            await closeUnused(replica)
        }
    }

    /// Closes the least recently used replica.
    private func makeRoom() async throws {
        for replica in unusedReplicas {
            await closeUnused(replica)
            if replicas.count < limits.open { return }
        }
        guard replicas.count >= limits.open else { return }
        parts.logger.warning("Too many replicas of the pages are open")
        throw WebError.tooManyViewers
    }

    /// The replicas that no request uses, least recently used first.
    private var unusedReplicas: [AccountReplica] {
        replicas.values
            .compactMap { replica in replica.idleSince.map { (replica, $0) } }
            .sorted { ($0.1, $0.0.account) < ($1.1, $1.0.account) }
            .map(\.0)
    }

    /// Closes a replica unless it is used again or has changes that were not sent.
    private func closeUnused(_ replica: AccountReplica) async {
        await replica.waitUntilSent(atMost: limits.send)
        let status = try? await replica.engine.store.read { try $0.queue.status() }
        if let status, status.pending > status.blocked { return }
        guard replica.idleSince != nil else { return }
        await closeLogging(replica)
    }
}
