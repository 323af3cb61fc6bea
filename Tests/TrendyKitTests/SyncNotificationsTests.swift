import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendyKit

/// Shows notices to nobody, and tells what it was asked for.
private final class NoticeBoard: UserNotificationCenter {
    private struct NotNow: Error {}

    private struct State {
        var authorization = NotificationAuthorization.authorized
        var failures = 0
    }

    private let state = Mutex(State())
    private let told: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (told, continuation) = AsyncStream.makeStream(of: String.self)
    }

    /// What the center was asked for, in order.
    func words() -> AsyncStream<String>.Iterator { told.makeAsyncIterator() }

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
        if fails { throw NotNow() }
    }

    func withdraw(_ identifiers: [String]) async {
        for identifier in identifiers { continuation.yield("withdrawn \(identifier)") }
    }

    func withdrawAll() async { continuation.yield("withdrawn all") }
}

@Suite("Notices of work that needs the person", .timeLimit(.minutes(20)))
struct WorkNoticesTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func open() throws -> DeviceStore {
        try DeviceStore(
            path: world.directory + "/notices.sqlite",
            dependencies: world.dependencies
        )
    }

    @Test("New health events are told of once, together, and again only if nobody was told")
    func health() async throws {
        let store = try open()
        let board = NoticeBoard()
        var words = board.words()
        let notices = HealthNotifications(store: store, center: board)
        let ids = (1...4).map {
            EntityID.derived(kind: "event", naturalKey: "workout/Running/\($0)")
        }

        board.failNext()
        await notices.tell(of: [ids[0], ids[1]], in: .workout)
        await notices.tell(of: [ids[0], ids[1]], in: .workout)
        await notices.tell(of: [ids[0], ids[1]], in: .workout)
        await notices.tell(of: [ids[1], ids[2]], in: .workout)
        await notices.tell(of: [ids[0]], in: .workout)
        await notices.tell(of: [ids[3]], in: .workout)

        #expect(await words.next() == "failed health/\(ids[1])")
        #expect(await words.next() == "shown health/\(ids[1])")
        #expect(await words.next() == "shown health/\(ids[2])")
        #expect(await words.next() == "shown health/\(ids[3])")
        try await store.close()
    }

    /// Follows a store's states while `body` runs, as one launch does.
    private func launch(
        _ board: NoticeBoard,
        _ store: DeviceStore,
        _ body: (_ words: inout AsyncStream<String>.Iterator) async throws -> Void
    ) async throws {
        let now = world.clock.now()
        let notices = SyncNotifications(store: store, center: board)
        let statuses = SyncStatuses(store: store) {
            SyncStatus(queue: try await store.status(), now: now)
        }
        let life = Task { await notices.run(statuses) }
        var words = board.words()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(&words))
        } catch {
            result = .failure(error)
        }
        life.cancel()
        await life.value
        try result.get()
    }

    private func end(_ store: DeviceStore) async throws {
        try await store.discard(.all, withDependents: true)
    }

    @Test("Once for an episode, however much comes to it; again after it was over")
    func episodes() async throws {
        let store = try open()
        let board = NoticeBoard()
        try await launch(board, store) { words in
            for name in ["Coffee", "Tea"] {
                try await store.create(EventType(name: name))
                try await store.refuseAll()
                if name == "Coffee" { #expect(await words.next() == "shown work/failed") }
            }
            try await end(store)
            #expect(await words.next() == "withdrawn work/failed")

            try await store.create(EventType(name: "Water"))
            try await store.refuseAll()
            #expect(await words.next() == "shown work/failed")
        }
        try await store.close()
    }

    @Test("A conflict is told of until it was looked at")
    func conflict() async throws {
        try await TestWorld.run { world in
            let (a, b) = (try await world.device("a"), try await world.device("b"))
            let id = try await a.store.log("Coffee", notes: "hot")
            try await a.sync()
            try await b.sync()
            let board = NoticeBoard()
            try await launch(board, b.store) { words in
                try await a.store.edit(id) { $0.notes = .set("cold") }
                try await a.sync()
                try await b.store.edit(id) { $0.notes = .set("iced") }
                try await b.sync()
                #expect(await words.next() == "shown work/conflict")

                let model = await ConflictsViewModel(
                    store: b.store,
                    dependencies: .live(),
                    formats: self.world.formats
                )
                await model.agree(nil)
                #expect(await words.next() == "withdrawn work/conflict")
            }
        }
    }

    @Test("One ended session is told of once, also when the server is out of reach meanwhile")
    func signIn() async throws {
        try await TestWorld.run { world in
            let failures = Mutex<[SyncFailure.Code]>([
                .needsSignIn, .offline, .busy, .needsSignIn,
            ])
            let device = try await world.device("a") { base in
                Refused(base: base) { failures.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
            }
            let now = self.world.clock.now()
            let (board, next) = (NoticeBoard(), NoticeBoard())
            try await launch(board, device.store) { words in
                await #expect(throws: SyncFailure.self) { try await device.sync() }
                #expect(await words.next() == "shown work/sign-in")
            }
            try await launch(next, device.store) { words in
                for _ in 0..<3 {
                    await #expect(throws: SyncFailure.self) { try await device.sync() }
                    let status = SyncStatus(queue: try await device.store.status(), now: now)
                    #expect(status.blocker == .needsSignIn)
                }
                try await device.sync()
                #expect(await words.next() == "withdrawn work/sign-in")
            }
        }
    }

    @Test("One ended session is told of once, also when the network goes and comes back meanwhile")
    func signInOffline() async throws {
        try await TestWorld.run { world in
            let failures = Mutex<[SyncFailure.Code]>([.needsSignIn, .needsSignIn])
            let device = try await world.device("a") { base in
                Refused(base: base) { failures.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
            }
            let board = NoticeBoard()
            try await launch(board, device.store) { words in
                await #expect(throws: SyncFailure.self) { try await device.sync() }
                #expect(await words.next() == "shown work/sign-in")
                let clock = SteppingClock()
                let (scheduler, runs) = device.scheduler(on: clock)
                await scheduler.update { $0.isOnline = false }
                let life = Task { await scheduler.run() }
                var ends = runs.makeAsyncIterator()
                await clock.slept(for: .seconds(3600))
                let without = try await device.store.status().lastFailure
                await scheduler.update { $0.isOnline = true }
                #expect(await ends.next() == false)
                life.cancel()
                await life.value

                try await device.sync()

                #expect(without == SyncFailure.Code.needsSignIn.rawValue)
                #expect(await words.next() == "withdrawn work/sign-in")
            }
        }
    }

    @Test("The next launch tells nothing that was told, and takes it back once it is over")
    func launches() async throws {
        let first = try open()
        try await first.create(EventType(name: "Coffee"))
        try await first.refuseAll()
        let board = NoticeBoard()
        try await launch(board, first) { words in
            #expect(await words.next() == "shown work/failed")
        }
        try await first.close()

        let second = try open()
        let boardOfSecond = NoticeBoard()
        try await launch(boardOfSecond, second) { words in
            try await second.create(EventType(name: "Tea"))
            try await second.refuseAll()
            try await end(second)
            #expect(await words.next() == "withdrawn work/failed")
        }
        try await second.close()
    }

    @Test("Of those who note a notice, one is the first, over launches too")
    func claims() async throws {
        let first = try open()
        let store = first
        let counts = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await store.claimNotice("work/failed") } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(counts == 1)
        try await first.close()

        let second = try open()
        #expect(try await second.claimNotice("work/failed") == false)
        #expect(try await second.claimNotice("work/conflict"))
        #expect(try await second.releaseNotice("work/failed"))
        #expect(try await second.releaseNotice("work/failed") == false)
        #expect(try await second.claimNotice("work/failed"))
        try await second.close()
    }

    @Test("Of many facts of one kind the newest are remembered, and none is claimed twice")
    func manyFacts() async throws {
        let store = try open()
        let facts = (0..<100).map { "fact-\($0)" }

        #expect(try await store.claimNotices("health/water", of: facts) == facts)
        #expect(try await store.claimNotices("health/water", of: [facts[90], "new"]) == ["new"])
        #expect(try await store.claimNotices("health/sleep", of: [facts[90]]) == [facts[90]])
        try await store.releaseNotices("health/water", of: ["new"])
        #expect(try await store.claimNotices("health/water", of: ["new"]) == ["new"])
        #expect(try await store.claimNotices("health/water", of: [facts[0]]) == [facts[0]])
        try await store.close()
    }

    @Test("What may not be shown, or could not be, is shown after a later change")
    func later() async throws {
        let store = try open()
        let board = NoticeBoard()
        board.allow(.denied)
        try await launch(board, store) { words in
            try await store.create(EventType(name: "Coffee"))
            try await store.refuseAll()
            #expect(await words.next() == "refused")

            board.failNext()
            board.allow(.authorized)
            try await store.create(EventType(name: "Tea"))
            #expect(await words.next() == "failed work/failed")

            try await store.create(EventType(name: "Water"))
            #expect(await words.next() == "shown work/failed")
        }
        try await store.close()
    }
}

/// A server that fails as a test says, and else answers.
private struct Refused: TransportWrapper {
    let base: any SyncTransport
    let failure: @Sendable () -> SyncFailure.Code?

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        if let code = failure() { throw SyncFailure(code: code, message: "not now") }
        return try await base.changes(since: cursor, limit: limit)
    }
}
