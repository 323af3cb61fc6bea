import Foundation
import GRDB
import Synchronization
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@MainActor
@Suite("Sync status screen", .timeLimit(.minutes(20)))
struct SyncStatusViewModelTests {
    private func model(
        _ world: ScreenWorld,
        onSignIn: @escaping @MainActor () -> Void = {}
    )
        -> SyncStatusViewModel
    {
        SyncStatusViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            formats: world.formats,
            onSignIn: onSignIn
        )
    }

    /// Runs a view model as a visible screen does.
    private func shown(
        _ model: SyncStatusViewModel,
        _ body: () async throws -> Void
    ) async throws {
        let task = Task { await model.run() }
        await until { model.status != nil }
        do { try await body() } catch { task.cancel(); throw error }
        task.cancel()
        await task.value
    }

    private nonisolated func run(
        _ outcome: SyncRun.Outcome,
        _ world: ScreenWorld,
        failure: SyncFailure.Code? = nil
    ) -> SyncRun {
        var run = SyncRun(
            startedAt: world.clock.now(),
            duration: .seconds(1),
            trigger: "manual",
            pushed: 3,
            pulled: 2,
            conflicts: 0,
            failed: 0,
            outcome: outcome,
            reason: failure.map { .text("it was \($0.rawValue)") }
        )
        run.failure = failure?.rawValue
        return run
    }

    @Test("Signed out: the status says so, everything is saved, and no sync is offered")
    func signedOut() async throws {
        let world = try ScreenWorld()
        var wasAsked = false
        let model = model(world) { wasAsked = true }
        try await world.log("Tea", "08:00")

        await model.refresh()
        model.signIn()
        await model.syncNow()

        #expect(model.indicator == .signIn)
        #expect(model.badge == "Sign in")
        #expect(model.needsSignIn)
        #expect(!model.canSync)
        #expect(model.outcomeText == nil)
        #expect(model.text.contains("Everything is saved on this device."))
        #expect(model.lastSyncedText == "Never synced")
        #expect(wasAsked)
    }

    @Test("Pending changes are counted as they are recorded, and a sync can be requested")
    func waiting() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        try await shown(model) {
            #expect(model.badge == nil)
            try await world.log("Tea", "08:00")
            await until { model.badge == "2 pending" }
            #expect(model.waitingText == "2 changes waiting.")
            #expect(model.indicator == .waiting)
            #expect(model.canSync)
        }
        world.clock.advance(by: .seconds(3600))
        await model.refresh()
        #expect(model.oldestText == "The oldest has waited for 1 h.")
    }

    @Test(
        "A failed sync gives the reason and is in the history; the next success clears it"
    )
    func failing() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        try await world.log("Tea", "08:00")

        await model.syncNow()

        #expect(model.isOffline)
        #expect(model.indicator == .offline)
        #expect(!model.isSyncing)
        #expect(model.progressText == nil)
        #expect(model.outcomeText == "Offline. Everything is saved on this device.")
        #expect(model.history.count == 1)
        #expect(model.history.first?.text.hasPrefix("Failed: ") == true)
        #expect(model.canSync)

        try await world.store.write { try $0.sync.record(run(.success, world)) }
        world.clock.advance(by: .seconds(300))
        await model.refresh()

        #expect(!model.isOffline)
        #expect(model.lastSyncedText == "Last synced 5 min ago")
        #expect(model.history.map(\.isSuccessful) == [true, false])
        #expect(model.history.first?.text == "Sent 3, received 2")
    }

    @Test(
        "Every blocker is shown as one indicator",
        arguments: [
            (SyncFailure.Code.needsSignIn, SyncStatusViewModel.Indicator.signIn),
            (.upgradeRequired, .attention), (.notTrendy, .offline), (.refused, .failure),
            (.busy, .waiting),
        ]
    )
    func blockers(code: SyncFailure.Code, sign: SyncStatusViewModel.Indicator) async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        try await world.log("Tea", "08:00")
        try await world.store.write { try $0.sync.record(run(.failure, world, failure: code)) }

        await model.refresh()

        #expect(model.indicator == sign)
        #expect(model.needsSignIn == (code == .needsSignIn))
    }

    @Test("An incomplete run is shown without pending changes too, until a run completes")
    func unfinished() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        await model.refresh()
        #expect(model.indicator == .synced)

        try await world.store.write { try $0.sync.record(run(.failure, world, failure: .busy)) }
        await model.refresh()
        #expect(model.indicator == .failure)
        #expect(model.badge == "Not synced")

        try await world.store.write { try $0.sync.record(run(.partial, world)) }
        await model.refresh()
        #expect(model.indicator == .failure)

        try await world.store.write { try $0.sync.record(run(.success, world)) }
        await model.refresh()
        #expect(model.indicator == .synced)
        #expect(model.badge == nil)
    }

    @Test("Data that needs a newer app needs attention; drift is not synced")
    func keptOutAndDiffering() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)

        try await world.store.write {
            try $0.sync.recordDriftCheck(
                problem: .stillDiffers(device: 3, server: 4, repaired: 0, rounds: 3)
            )
        }
        await model.refresh()
        #expect(model.indicator == .failure)
        #expect(model.badge == "Not synced")

        let change = UnreadableChange(
            entityID: world.dependencies.ids.next(),
            kind: "mood_ring",
            reason: "An entity lacks a field",
            json: RawJSON("x")
        )
        _ = try await world.store.write {
            try $0.sync.apply(
                changes: [],
                unreadable: [change],
                cursor: "c",
                policy: ConflictResolver()
            )
        }
        await model.refresh()
        #expect(model.indicator == .attention)
        #expect(model.badge == "Needs attention")
        #expect(!model.text.contains("Everything is synced."))
    }

    @Test("A rejected change needs attention, and the indicator says so")
    func refused() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        try await world.log("Tea", "08:00")
        try await world.store.refuseAll()

        await model.refresh()

        #expect(model.indicator == .attention)
        #expect(model.badge == "Needs attention")
        #expect(model.failedText == "2 changes could not be sent and need your decision.")
        #expect(model.staleText == nil)
    }

    @Test("Progress is shown while a sync runs, with the true total")
    nonisolated func progress() async throws {
        try await TestWorld.run { server in try await watchProgress(server) }
    }

    private func watchProgress(_ server: TestWorld) async throws {
        let account = try await server.device("a")
        let transport = FaultyTransport(account.transport)
        var limits = SyncLimits()
        limits.pushMutations = 2
        let world = try ScreenWorld(transport: transport, limits: limits)
        let model = model(world)
        await model.syncNow()
        for minute in 10..<15 { try await world.log("Tea", "08:\(minute)") }
        let seen = Mutex<[String]>([])
        transport.duringEachPush {
            await model.refresh()
            let badge = await model.badge
            seen.withLock { $0.append(badge ?? "") }
        }

        await model.syncNow()

        let badges = seen.withLock { $0 }
        #expect(badges.count == 3)
        // While a batch is in flight, the previous result may still be being stored.
        let expected: Set = ["Syncing 0 of 6", "Syncing 2 of 6", "Syncing 4 of 6"]
        #expect(badges.dropFirst().allSatisfy { expected.contains($0) })
        #expect(badges.dropFirst() == badges.dropFirst().sorted()[...])
        #expect(badges.last != "Syncing 0 of 6")
        #expect(model.outcomeText == "Synced: 6 sent, 0 received.")
        #expect(model.text == "Everything is synced.")
        #expect(model.badge == nil)
        #expect(model.indicator == .synced)
        try await world.engine.close()
    }

    @Test("An unreadable database is reported, and the next successful read clears the problem")
    func problem() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        await model.refresh()
        try await world.store.hideMutations(true)

        await model.refresh()
        #expect(model.problem?.hasPrefix("The state of sync could not be read: ") == true)
        #expect(model.status != nil)

        try await world.store.hideMutations(false)
        await model.refresh()
        #expect(model.problem == nil)
    }

    @Test("Closing the screen ends the run and releases the view model")
    func lifetime() async throws {
        let world = try ScreenWorld()
        weak var gone: SyncStatusViewModel?
        do {
            let model = model(world)
            gone = model
            try await shown(model) {}
        }
        #expect(gone == nil)
    }
}

/// A transport without a network.
struct NoNetwork: SyncTransport {
    private static let gone = SyncFailure(code: .offline, reason: .offline)

    var serverOffset: Duration? { nil }

    func push(_ request: PushRequest) async throws -> PushAnswer { throw Self.gone }
    func changes(since cursor: String?, limit: Int) async throws -> ChangePage { throw Self.gone }
    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws { throw Self.gone }
    func digest(prefix: String) async throws -> DigestAnswer { throw Self.gone }
    func range(prefix: String, after id: EntityID?) async throws -> ChangePage { throw Self.gone }
    func report(_ report: DeviceReport, deviceID: EntityID) async throws { throw Self.gone }
}

extension DeviceStore {
    /// Hides or restores the table of mutations.
    func hideMutations(_ areHidden: Bool) throws {
        try database.write { db in
            try db.execute(
                sql: areHidden
                    ? "ALTER TABLE mutation RENAME TO away" : "ALTER TABLE away RENAME TO mutation"
            )
        }
    }

    /// Applies rejections of all pending mutations; they are retried at a time, or fail when it is
    /// `nil`.
    func refuseAll(
        _ problem: RawJSON = RawJSON("It breaks a rule."),
        retryAt: Instant? = nil
    ) throws {
        guard let batch = try write({ try $0.queue.nextBatch(limit: 500, byteLimit: .max) }) else {
            return
        }
        _ = try write { transaction in
            try transaction.queue.apply(
                batch,
                outcomes: Dictionary(
                    uniqueKeysWithValues: batch.mutations.map {
                        ($0.id, .refused(problem: problem, retryAt: retryAt))
                    }
                ),
                cursorRange: nil,
                policy: ConflictResolver(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
    }

    /// Applies acknowledgements of all pending mutations.
    func acceptAll(version: Int64) throws {
        guard let batch = try write({ try $0.queue.nextBatch(limit: 500, byteLimit: .max) }) else {
            return
        }
        _ = try write { transaction in
            try transaction.queue.apply(
                batch,
                outcomes: Dictionary(
                    uniqueKeysWithValues: batch.mutations.map {
                        ($0.id, .accepted(version: version))
                    }
                ),
                cursorRange: nil,
                policy: ConflictResolver(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
    }
}
