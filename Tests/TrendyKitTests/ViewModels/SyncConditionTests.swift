import Foundation
import GRDB
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendyAppSupport

@MainActor
@Suite("Network, devices and problems on the sync screen", .timeLimit(.minutes(20)))
struct SyncConditionTests {
    /// A network that a test switches.
    private final class ManualNetwork: NetworkMonitor {
        private let continuations = Mutex<[AsyncStream<NetworkPath>.Continuation]>([])

        func paths() -> AsyncStream<NetworkPath> {
            let (stream, continuation) = AsyncStream.makeStream(of: NetworkPath.self)
            continuation.yield(NetworkPath())
            continuations.withLock { $0.append(continuation) }
            return stream
        }

        func set(isOnline: Bool) {
            var path = NetworkPath()
            path.isOnline = isOnline
            for continuation in continuations.withLock({ $0 }) { continuation.yield(path) }
        }
    }

    private func model(
        _ world: ScreenWorld,
        storage: StorageCondition = StorageCondition()
    ) -> SyncStatusViewModel {
        SyncStatusViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            formats: world.formats,
            storage: storage,
            onSignIn: {}
        )
    }

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

    private func record(
        _ world: ScreenWorld,
        _ reason: FailureReason,
        _ code: SyncFailure.Code?
    ) async throws {
        var run = SyncRun(
            startedAt: world.clock.now(),
            duration: .seconds(1),
            trigger: "manual",
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .failure,
            reason: reason
        )
        run.failure = code?.rawValue
        try await world.store.write { [run] in try $0.sync.record(run) }
    }

    @Test("Losing the network is shown without a pending change, a run or any passing time")
    func offline() async throws {
        let network = ManualNetwork()
        let world = try ScreenWorld(transport: NoNetwork(), network: network)
        let model = model(world)
        try await shown(model) {
            #expect(model.title == "Synced" && !model.isOffline)

            network.set(isOnline: false)
            await until { model.isOffline }

            #expect(model.title == "Offline" && model.indicator == .offline)
            #expect(model.reasonText?.hasPrefix("This device has no network connection.") == true)
            #expect(model.remedyText == "Trendy syncs by itself when the network is back.")
            let runs = try await world.store.read { try $0.sync.runs() }
            #expect(runs.isEmpty)

            network.set(isOnline: true)
            await until { !model.isOffline }
            #expect(model.title == "Synced" && model.reasonText == nil)
        }
    }

    @Test("A run that was skipped offline is no reason any more once the network is back")
    func backOnline() async throws {
        let network = ManualNetwork()
        let world = try ScreenWorld(transport: NoNetwork(), network: network)
        var run = SyncRun(
            startedAt: world.clock.now(),
            duration: .zero,
            trigger: "periodic",
            pushed: 0,
            pulled: 0,
            conflicts: 0,
            failed: 0,
            outcome: .skipped,
            reason: .offline
        )
        run.isInStatus = true
        try await world.store.write { [run] in try $0.sync.record(run) }
        let model = model(world)
        await model.refresh()
        #expect(model.isOffline)

        try await shown(model) {
            await until { !model.isOffline }
            #expect(model.indicator == .synced)
        }
    }

    @Test("An ended session is more important than a missing network")
    func signInOffline() async throws {
        let network = ManualNetwork()
        let world = try ScreenWorld(transport: NoNetwork(), network: network)
        try await record(world, .sessionEnded, .needsSignIn)
        let model = model(world)
        try await shown(model) {
            network.set(isOnline: false)
            await until { model.reasonText != nil }
            #expect(model.indicator == .signIn && model.title == "Sign in")
            #expect(model.remedyText == "Sign in again to continue syncing.")
        }
    }

    @Test("An unreachable server is explained with the remedy for its cause")
    func unreachable() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        let address = "https://trendy.example:8443"
        try await record(world, .unreachable(address: address, .noServer), .offline)
        await model.refresh()
        #expect(model.reasonText?.contains("no server answers") == true)
        #expect(model.remedyText?.hasPrefix("Check that the server runs") == true)

        try await record(world, .unreachable(address: address, .notSecure), .offline)
        await model.refresh()
        #expect(model.remedyText?.hasPrefix("Check the date and time") == true)
    }

    @Test("The account's devices are listed with what each has pending and failed")
    nonisolated func devices() async throws {
        try await TestWorld.run { server in try await watchDevices(server) }
    }

    private func watchDevices(_ server: TestWorld) async throws {
        let other = try await server.device("other")
        try await other.transport.report(
            DeviceReport(
                name: "Ada's iPad",
                pending: 3,
                failed: 1,
                oldestPendingSeconds: 60,
                appVersion: "1.0",
                schemaVersion: 1,
                queue: DeviceReport.Queue(
                    blocked: 2,
                    failedReasons: [DeviceReport.Reason(code: "quota_exceeded", count: 1)],
                    blockedReasons: [DeviceReport.Reason(code: "quota_exceeded", count: 2)]
                ),
                conditions: DeviceReport.Conditions(
                    observers: [
                        DeviceReport.Observer(kind: "steps", isRunning: true, isDelivered: false)
                    ],
                    regions: DeviceReport.Regions(
                        places: 3,
                        selected: 3,
                        monitored: 2,
                        refused: 1
                    ),
                    permissions: DeviceReport.Permissions(location: "while_using")
                )
            ),
            deviceID: other.store.deviceID
        )
        let account = try await server.device("a")
        let world = try ScreenWorld(
            transport: account.transport,
            device: DeviceDescription(name: "Ada's iPhone", appVersion: "1.0")
        )
        let model = model(world)
        #expect(model.devices.isEmpty)

        await model.syncNow()
        try await world.log("Tea", "08:00")
        await model.refresh()
        await model.refreshDevices()

        #expect(model.devicesText == nil)
        #expect(model.devices.map(\.name) == ["Ada's iPhone", "Ada's iPad"])
        #expect(model.devices.map(\.isThisDevice) == [true, false])
        #expect(model.devices.map(\.statusText) == ["2 pending", "3 pending, 1 failed"])
        let details = try #require(model.devices.last.flatMap { model.details(of: $0) })
        #expect(details.failed.map(\.count) == [1] && details.blocked.map(\.count) == [2])
        #expect(details.failed.first?.text.hasPrefix("Your account") == true)
        #expect(details.regions?.value == "2 of 3 places. iOS refuses 1.")
        #expect(details.observers.first?.isProblem == true)
        #expect(details.permissions.first?.isProblem == true)
        #expect(details.olderProgramText == nil)

        await model.syncNow()
        #expect(model.devices.first?.statusText == "Everything is sent")
        try await world.engine.close()
        await model.refreshDevices()
        #expect(model.devices.count == 2)
    }

    @Test("A device reports again only when its queue changed or its report is old")
    nonisolated func reports() async throws {
        try await TestWorld.run { server in try await watchReports(server) }
    }

    private func watchReports(_ server: TestWorld) async throws {
        let account = try await server.device("a")
        let counting = ReportCounter(account.transport)
        let world = try ScreenWorld(
            transport: counting,
            device: DeviceDescription(name: "Phone", appVersion: "1.0")
        )
        let coordinator = try #require(world.engine.coordinator)

        _ = try await coordinator.sync()
        _ = try await coordinator.sync()
        #expect(counting.count == 1)

        world.clock.advance(by: .seconds(6 * 3600))
        _ = try await coordinator.sync()
        #expect(counting.count == 2)

        counting.isFailing.withLock { $0 = true }
        world.clock.advance(by: .seconds(6 * 3600))
        _ = try await coordinator.sync()
        counting.isFailing.withLock { $0 = false }
        _ = try await coordinator.sync()
        #expect(counting.count == 4)
        try await world.engine.close()
    }

    private final class ReportCounter: TransportWrapper {
        let base: any SyncTransport
        let isFailing = Mutex(false)
        private let counter = Mutex(0)
        private let latest = Mutex<DeviceReport?>(nil)

        init(_ base: any SyncTransport) { self.base = base }

        var count: Int { counter.withLock { $0 } }
        var last: DeviceReport? { latest.withLock { $0 } }

        func report(_ report: DeviceReport, deviceID: EntityID) async throws {
            counter.withLock { $0 += 1 }
            latest.withLock { $0 = report }
            if isFailing.withLock({ $0 }) { throw SyncFailure(code: .busy, reason: .serverBusy) }
            try await base.report(report, deviceID: deviceID)
        }
    }

    @Test("A system that does not answer delays a run by five seconds only")
    nonisolated func hangingSystem() async throws {
        try await TestWorld.run { server in try await watchHangingSystem(server) }
    }

    private func watchHangingSystem(_ server: TestWorld) async throws {
        let account = try await server.device("a")
        let counting = ReportCounter(account.transport)
        let (clock, center) = (SteppingClock(), HangingCenter())
        var services = DeviceServices()
        services.notificationCenter = center
        let world = try ScreenWorld(
            transport: counting,
            services: services,
            device: DeviceDescription(name: "Phone", appVersion: "1.0"),
            time: clock
        )
        let coordinator = try #require(world.engine.coordinator)

        async let first = coordinator.sync()
        await clock.slept(for: .seconds(5))
        clock.advance(by: .seconds(5))
        _ = try await first
        #expect(counting.last?.queue != nil && counting.last?.conditions == nil)

        center.gate.open()
        _ = try await coordinator.sync()
        #expect(counting.last?.conditions?.permissions.notifications == "denied")
        try await world.engine.stop()
    }

    @Test("A server that does not answer delays the list of devices by its limit only")
    func hangingServer() async throws {
        let (clock, server) = (SteppingClock(), HangingServer())
        let world = try ScreenWorld(transport: server, time: clock)
        let model = model(world)

        for _ in 0..<2 {
            async let refreshed: Void = model.refreshDevices(waiting: .seconds(1))
            await clock.slept(for: .seconds(1))
            clock.advance(by: .seconds(1))
            await refreshed
        }
        #expect(model.devicesText?.hasSuffix("no answer in time") == true)
        #expect(server.gate.count <= 1)

        server.gate.open()
        await model.refreshDevices(waiting: .seconds(1))
        #expect(model.devicesText == "No device has reported yet.")
        try await world.engine.stop()
    }

    /// Calls that a test lets wait; their cancellation does not end them.
    private final class Gate: Sendable {
        private struct State {
            var isOpen = false
            var count = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        /// The number of calls.
        var count: Int { state.withLock { $0.count } }

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    state.count += 1
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// A server that does not answer the question for the devices until its gate is open.
    private final class HangingServer: TransportWrapper, AccountSyncProviding {
        let base: any SyncTransport = NoNetwork()
        let gate = Gate()

        func accountSync() async throws -> AccountSync {
            await gate.pass()
            return AccountSync(counts: [:], latestCursor: "a-1", devices: [])
        }
    }

    /// A notification center that does not tell its settings until its gate is open.
    private final class HangingCenter: UserNotificationCenter {
        let gate = Gate()

        func authorization() async -> NotificationAuthorization {
            await gate.pass()
            return .denied
        }

        func requestAuthorization() async throws -> Bool { false }
        func show(_ notification: UserNotification) async throws {}
        func withdraw(_ identifiers: [String]) async {}
        func withdrawAll() async {}
    }

    @Test("Signed out, the list of devices says so")
    func noDevices() async throws {
        let model = model(try ScreenWorld())

        await model.refreshDevices()

        #expect(model.devices.isEmpty && model.devicesText == "Not signed in.")
    }

    @Test("A server of another kind, an ended session, an old app and a wrong clock are problems")
    func problems() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        await model.refresh()
        #expect(model.appProblem == nil)

        let cases: [(FailureReason, SyncFailure.Code, AppProblem.Kind)] = [
            (.notTrendy(address: "https://x.example"), .notTrendy, .notTrendy),
            (.upgradeRequired, .upgradeRequired, .appTooOld),
            (.sessionEnded, .needsSignIn, .sessionEnded),
        ]
        for (reason, code, kind) in cases {
            try await record(world, reason, code)
            await model.refresh()
            #expect(model.appProblem?.kind == kind)
            #expect(model.appProblem?.isBlocking == false)
        }
        try await record(world, .serverBusy, .busy)
        try await world.store.write { try $0.queue.update(serverOffset: .seconds(365 * 86_400)) }
        await model.refresh()
        #expect(model.appProblem?.kind == .clockWrong)

        try await world.store.write { try $0.queue.update(serverOffset: .seconds(-3600)) }
        await model.refresh()
        #expect(model.appProblem == nil)
    }

    @Test("Ten thousand pending changes are explained; fewer are not")
    func manyPending() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let model = model(world)
        let type = try await world.store.write {
            try $0.entities.create(EventType(name: "Tea"))
        }
        let now = world.clock.now()
        func log(_ count: Int) async throws {
            try await world.store.write { transaction in
                for second in 0..<count {
                    try transaction.entities.create(
                        Event(
                            eventTypeID: type,
                            timestamp: now - .seconds(second),
                            sourceType: .manual
                        )
                    )
                }
            }
        }

        try await log(9_998)
        await model.refresh()
        #expect(model.appProblem == nil)
        try await log(1)
        await model.refresh()

        #expect(model.appProblem?.kind == .manyPending)
        #expect(model.appProblem?.text.hasPrefix("10000 changes wait to be sent.") == true)
        #expect(model.appProblem?.action == nil)
    }

    @Test("A full disk is a problem until a write succeeds again")
    func deviceFull() async throws {
        let world = try ScreenWorld(transport: NoNetwork())
        let storage = StorageCondition()
        let model = model(world, storage: storage)
        storage.received(StoreError(.notFound, .noOpenVisit))
        #expect(!storage.isFull)
        storage.received(StoreError(.diskFull, .diskFull))
        try await world.store.refuseWriteChecks(true)
        #expect(storage.isFull)

        await model.refresh()
        #expect(model.appProblem?.kind == .deviceFull)
        #expect(model.appProblem?.action == .openSettings)

        try await world.store.refuseWriteChecks(false)
        await model.refresh()
        #expect(model.appProblem == nil && !storage.isFull)
    }
}

extension DeviceStore {
    /// Makes the check for free space fail, as a full disk does, or succeed again.
    func refuseWriteChecks(_ areRefused: Bool) throws {
        try database.write { db in
            try db.execute(
                sql: areRefused
                    ? """
                    CREATE TRIGGER full_disk BEFORE INSERT ON meta WHEN NEW.key = 'write_check'
                    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
                    """ : "DROP TRIGGER full_disk"
            )
        }
    }
}
