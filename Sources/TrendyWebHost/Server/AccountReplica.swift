import Foundation
import Logging
import Synchronization
package import TrendyKit
package import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyStore
import TrendySync

/// The device database of one account on the server, which syncs with it like any other device.
package final class AccountReplica: Sendable {
    private struct Usage {
        var leases = 0
        var usedAt: Instant
    }

    private enum Topic: Hashable { case synced, closed }

    /// The account.
    package let account: EntityID
    /// The engine over the database.
    package let engine: TrendyEngine
    let path: String
    private let identity: FileCondition.Identity?
    private let dependencies: Dependencies
    private let usage: Mutex<Usage>
    private let notifications: Broadcaster<Topic>
    private let state: State

    /// Opens the database of an account, and creates it if it does not exist.
    ///
    /// - Throws: `StoreError`.
    init(account: EntityID, path: String, parts: ServerParts) throws {
        let api = InProcessAPI(responder: parts.api, logger: parts.logger, account: account)
        let dependencies = parts.dependencies
        let (notifications, state) = (Broadcaster<Topic>(), State())
        var events = EngineEvents()
        events.onSync = { _ in
            state.hasSynced.store(true, ordering: .releasing)
            notifications.changed(.synced)
        }
        engine = try TrendyEngine(
            databasePath: path,
            transport: try api.transport(wallClock: dependencies.wallClock),
            account: account,
            services: DeviceServices { .current },
            dependencies: dependencies,
            logger: Self.quiet(parts.logger),
            schedule: Self.schedule,
            events: events
        )
        self.account = account
        self.path = path
        self.dependencies = dependencies
        (self.notifications, self.state) = (notifications, state)
        identity = LocalFiles().condition(of: path)?.identity
        usage = Mutex(Usage(usedAt: dependencies.wallClock.now()))
    }

    private final class State: Sendable {
        let hasSynced = Atomic(false)
        let isClosed = Atomic(false)
    }

    /// Syncs at once: the server is in the same process, and a person waits for the page.
    private static let schedule: SyncSchedule = {
        var schedule = SyncSchedule()
        schedule.minimumPause = .zero
        schedule.firstPause = .seconds(1)
        schedule.maximumPause = .seconds(60)
        return schedule
    }()

    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .error)
        return logger
    }

    /// Whether the file at the path is the one that is open.
    var isInPlace: Bool {
        identity != nil && LocalFiles().condition(of: path)?.identity == identity
    }

    /// Keeps the replica open until the lease is released.
    func lease() -> ReplicaLease {
        let now = dependencies.wallClock.now()
        usage.withLock { $0 = Usage(leases: $0.leases + 1, usedAt: now) }
        return ReplicaLease(self)
    }

    fileprivate func release() {
        let now = dependencies.wallClock.now()
        usage.withLock { $0 = Usage(leases: $0.leases - 1, usedAt: now) }
    }

    /// The time of the last use; `nil` while it is used.
    var idleSince: Instant? {
        usage.withLock { $0.leases > 0 ? nil : $0.usedAt }
    }

    /// Waits for the first sync after the database was opened, for a limited time.
    func waitForFirstSync(atMost time: Duration) async {
        guard !state.hasSynced.load(ordering: .acquiring) else { return }
        let listener = notifications.listen(to: .synced)
        defer { listener.stop() }
        guard !state.hasSynced.load(ordering: .acquiring) else { return }
        await limited(to: time, dependencies.clock) {
            for await _ in listener.events { return }
        }
    }

    /// Stops all work and closes the database.
    func close() async throws {
        state.isClosed.store(true, ordering: .releasing)
        notifications.changed(.closed)
        try await engine.stop()
    }

    /// Returns when the replica is closed, or the task is cancelled.
    func waitUntilClosed() async {
        let listener = notifications.listen(to: .closed)
        defer { listener.stop() }
        guard !state.isClosed.load(ordering: .acquiring) else { return }
        for await _ in listener.events { return }
    }

    /// Waits until all changes are sent, for a limited time.
    ///
    /// The engine sends each change at once, without being asked.
    func waitUntilSent(atMost time: Duration) async {
        let store = engine.store
        let commits = store.commits()
        defer { commits.stop() }
        await limited(to: time, dependencies.clock) {
            repeat {
                // A database that cannot be read has nothing to wait for.
                guard let status = try? await store.read({ try $0.queue.status() }),
                    status.pending > status.blocked
                else { return }
                var events = commits.events.makeAsyncIterator()
                guard await events.next(isolation: nil) != nil else { return }
            } while !Task.isCancelled
        }
    }

    /// Whether the account's data was never read completely.
    func isReading() async throws -> Bool {
        try await engine.store.read { try $0.sync.cursor() } == nil
    }
}

/// Keeps a replica open as long as it exists.
package final class ReplicaLease: Sendable {
    /// The replica.
    package let replica: AccountReplica

    fileprivate init(_ replica: AccountReplica) {
        self.replica = replica
    }

    deinit {
        replica.release()
    }
}
