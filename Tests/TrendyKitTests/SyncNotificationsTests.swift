import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendyAppSupport
@testable import TrendyKit

/// A notification center that records requests.
private final class RecordingNotificationCenter: UserNotificationCenter {
    private struct ShowFailure: Error {}

    private struct State {
        var authorization = NotificationAuthorization.authorized
        var failures = 0
    }

    private let state = Mutex(State())
    private let requests: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (requests, continuation) = AsyncStream.makeStream(of: String.self)
    }

    /// The requests to the center, in order.
    func recordedRequests() -> AsyncStream<String>.Iterator { requests.makeAsyncIterator() }

    func allow(_ authorization: NotificationAuthorization) {
        state.withLock { $0.authorization = authorization }
    }

    func failNext() {
        state.withLock { $0.failures += 1 }
    }

    func authorization() async -> NotificationAuthorization {
        state.withLock { state in
            if state.authorization != .authorized { continuation.yield("refused") }
            return state.authorization
        }
    }

    func requestAuthorization() async throws -> Bool { true }

    func show(_ notice: UserNotification) async throws {
        let fails = state.withLock { state in
            defer { state.failures = max(0, state.failures - 1) }
            return state.failures > 0
        }
        continuation.yield("\(fails ? "failed" : "shown") \(notice.identifier)")
        if fails { throw ShowFailure() }
    }

    func withdraw(_ identifiers: [String]) async {
        for identifier in identifiers { continuation.yield("withdrawn \(identifier)") }
    }

    func withdrawAll() async { continuation.yield("withdrawn all") }
}

@Suite("Notifications about work that needs the person", .timeLimit(.minutes(20)))
struct SyncNotificationsTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func open() throws -> DeviceStore {
        try DeviceStore(
            path: world.directory + "/notifications.sqlite",
            dependencies: world.dependencies
        )
    }

    @Test("New health events are announced once, together, and again only after a failed attempt")
    func health() async throws {
        let store = try open()
        let center = RecordingNotificationCenter()
        var requests = center.recordedRequests()
        let notifications = HealthNotifications(store: store, center: center)
        let ids = (1...4).map {
            EntityID.derived(kind: "event", naturalKey: "workout/Running/\($0)")
        }

        center.failNext()
        await notifications.notify(of: [ids[0], ids[1]], in: .workout)
        await notifications.notify(of: [ids[0], ids[1]], in: .workout)
        await notifications.notify(of: [ids[0], ids[1]], in: .workout)
        await notifications.notify(of: [ids[1], ids[2]], in: .workout)
        await notifications.notify(of: [ids[0]], in: .workout)
        await notifications.notify(of: [ids[3]], in: .workout)

        #expect(await requests.next() == "failed health/\(ids[1])")
        #expect(await requests.next() == "shown health/\(ids[1])")
        #expect(await requests.next() == "shown health/\(ids[2])")
        #expect(await requests.next() == "shown health/\(ids[3])")
        try await store.close()
    }

    /// Observes a store's statuses while `body` runs, as one launch does.
    private func launch(
        _ center: RecordingNotificationCenter,
        _ store: DeviceStore,
        _ body: (_ requests: inout AsyncStream<String>.Iterator) async throws -> Void
    ) async throws {
        let now = world.clock.now()
        let notifications = SyncNotifications(store: store, center: center)
        let statuses = SyncStatuses(store: store) {
            SyncStatus(queue: try await store.read { try $0.queue.status() }, now: now)
        }
        let runTask = Task { await notifications.run(statuses) }
        var requests = center.recordedRequests()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(&requests))
        } catch {
            result = .failure(error)
        }
        runTask.cancel()
        await runTask.value
        try result.get()
    }

    private func end(_ store: DeviceStore) async throws {
        try await store.write { try $0.queue.discard(.all, withDependents: true) }
    }

    @Test("One notification per episode, whatever is added; another one after it was resolved")
    func episodes() async throws {
        let store = try open()
        let center = RecordingNotificationCenter()
        try await launch(center, store) { requests in
            for name in ["Coffee", "Tea"] {
                try await store.write { try $0.entities.create(EventType(name: name)) }
                try await store.refuseAll()
                if name == "Coffee" { #expect(await requests.next() == "shown work/failed") }
            }
            try await end(store)
            #expect(await requests.next() == "withdrawn work/failed")

            try await store.write { try $0.entities.create(EventType(name: "Water")) }
            try await store.refuseAll()
            #expect(await requests.next() == "shown work/failed")
        }
        try await store.close()
    }

    @Test("A conflict keeps its notification until the person has seen it")
    func conflict() async throws {
        try await TestWorld.run { world in
            let (a, b) = (try await world.device("a"), try await world.device("b"))
            let id = try await a.store.log("Coffee", notes: "hot")
            try await a.sync()
            try await b.sync()
            let center = RecordingNotificationCenter()
            try await launch(center, b.store) { requests in
                try await a.store.edit(id) { $0.notes = .set("cold") }
                try await a.sync()
                try await b.store.edit(id) { $0.notes = .set("iced") }
                try await b.sync()
                #expect(await requests.next() == "shown work/conflict")

                let model = await ConflictsViewModel(
                    store: b.store,
                    dependencies: .live(),
                    formats: self.world.formats
                )
                await model.accept(nil)
                #expect(await requests.next() == "withdrawn work/conflict")
            }
        }
    }

    @Test("An expired session is announced once, also when the server becomes unreachable")
    func signIn() async throws {
        try await TestWorld.run { world in
            let failures = Mutex<[SyncFailure.Code]>([
                .needsSignIn, .offline, .busy, .needsSignIn,
            ])
            let device = try await world.device("a") { base in
                FailingTransport(base: base) {
                    failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                }
            }
            let now = self.world.clock.now()
            let (center, next) = (RecordingNotificationCenter(), RecordingNotificationCenter())
            try await launch(center, device.store) { requests in
                await #expect(throws: SyncFailure.self) { try await device.sync() }
                #expect(await requests.next() == "shown work/sign-in")
            }
            try await launch(next, device.store) { requests in
                for _ in 0..<3 {
                    await #expect(throws: SyncFailure.self) { try await device.sync() }
                    let status = SyncStatus(
                        queue: try await device.store.read { try $0.queue.status() },
                        now: now
                    )
                    #expect(status.blocker == .needsSignIn)
                }
                try await device.sync()
                #expect(await requests.next() == "withdrawn work/sign-in")
            }
        }
    }

    @Test("An expired session is announced once, also when the network goes and returns")
    func signInOffline() async throws {
        try await TestWorld.run { world in
            let failures = Mutex<[SyncFailure.Code]>([.needsSignIn, .needsSignIn])
            let device = try await world.device("a") { base in
                FailingTransport(base: base) {
                    failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                }
            }
            let center = RecordingNotificationCenter()
            try await launch(center, device.store) { requests in
                await #expect(throws: SyncFailure.self) { try await device.sync() }
                #expect(await requests.next() == "shown work/sign-in")
                let clock = SteppingClock()
                let (scheduler, runs) = device.scheduler(on: clock)
                await scheduler.update { $0.isOnline = false }
                let runTask = Task { await scheduler.run() }
                var ends = runs.makeAsyncIterator()
                await clock.slept(for: .seconds(3600))
                let without = try await device.store.read { try $0.queue.status() }.lastFailure
                await scheduler.update { $0.isOnline = true }
                #expect(await ends.next() == false)
                runTask.cancel()
                await runTask.value

                try await device.sync()

                #expect(without == SyncFailure.Code.needsSignIn.rawValue)
                #expect(await requests.next() == "withdrawn work/sign-in")
            }
        }
    }

    @Test("The next launch repeats no notification, and withdraws resolved ones")
    func launches() async throws {
        let first = try open()
        try await first.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await first.refuseAll()
        let center = RecordingNotificationCenter()
        try await launch(center, first) { requests in
            #expect(await requests.next() == "shown work/failed")
        }
        try await first.close()

        let second = try open()
        let secondCenter = RecordingNotificationCenter()
        try await launch(secondCenter, second) { requests in
            try await second.write { try $0.entities.create(EventType(name: "Tea")) }
            try await second.refuseAll()
            try await end(second)
            #expect(await requests.next() == "withdrawn work/failed")
        }
        try await second.close()
    }

    @Test("Of several claims of a notification exactly one succeeds, across launches too")
    func claims() async throws {
        let first = try open()
        let store = first
        let counts = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await store.write { try $0.notifications.claim("work/failed") }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(counts == 1)
        try await first.close()

        let second = try open()
        #expect(try await second.write { try $0.notifications.claim("work/failed") } == false)
        #expect(try await second.write { try $0.notifications.claim("work/conflict") })
        #expect(try await second.write { try $0.notifications.release("work/failed") })
        #expect(try await second.write { try $0.notifications.release("work/failed") } == false)
        #expect(try await second.write { try $0.notifications.claim("work/failed") })
        try await second.close()
    }

    @Test("The newest claims of a kind are remembered, and none succeeds twice")
    func manyFacts() async throws {
        let store = try open()
        let facts = (0..<100).map { "fact-\($0)" }

        #expect(
            try await store.write { try $0.notifications.claim("health/water", of: facts) } == facts
        )
        #expect(
            try await store.write {
                try $0.notifications.claim("health/water", of: [facts[90], "new"])
            } == ["new"]
        )
        #expect(
            try await store.write { try $0.notifications.claim("health/sleep", of: [facts[90]]) }
                == [facts[90]]
        )
        try await store.write { try $0.notifications.release("health/water", of: ["new"]) }
        #expect(
            try await store.write { try $0.notifications.claim("health/water", of: ["new"]) } == [
                "new"
            ]
        )
        #expect(
            try await store.write { try $0.notifications.claim("health/water", of: [facts[0]]) }
                == [facts[0]]
        )
        try await store.close()
    }

    @Test("A notification that was not allowed, or failed, is shown after a later change")
    func later() async throws {
        let store = try open()
        let center = RecordingNotificationCenter()
        center.allow(.denied)
        try await launch(center, store) { requests in
            try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
            try await store.refuseAll()
            #expect(await requests.next() == "refused")

            center.failNext()
            center.allow(.authorized)
            try await store.write { try $0.entities.create(EventType(name: "Tea")) }
            #expect(await requests.next() == "failed work/failed")

            try await store.write { try $0.entities.create(EventType(name: "Water")) }
            #expect(await requests.next() == "shown work/failed")
        }
        try await store.close()
    }
}

/// A server that fails on demand.
private struct FailingTransport: TransportWrapper {
    let base: any SyncTransport
    let failure: @Sendable () -> SyncFailure.Code?

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        if let code = failure() { throw SyncFailure(code: code, reason: .serverBusy) }
        return try await base.changes(since: cursor, limit: limit)
    }
}
