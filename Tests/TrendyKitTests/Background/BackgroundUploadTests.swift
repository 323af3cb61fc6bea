import HTTPTypes
import Logging
import Synchronization
import Testing
import TrendyHTTP
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendyKit

@Suite("Background uploads", .timeLimit(.minutes(20)))
@MainActor
struct BackgroundUploadTests {
    @Test("Uploads may arrive in any order: no entity is in two, and none depends on another")
    func anyOrder() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.pushMutations = 2
            let device = try await world.device("a", limits: limits)
            try await device.store.log("Coffee")
            try await device.sync()
            let first = try await device.store.log("Coffee", at: 1_768_000_001, notes: "hot")
            // The mutation is in flight, so later changes are not coalesced with it.
            #expect(try await device.coordinator.prepareUploads(atMost: 1).count == 1)
            var patch = EventPatch()
            patch.notes = .set("cold")
            try await device.store.write { [patch] in
                try $0.entities.update(id: first, change: patch.change)
            }
            for second in 2...6 {
                try await device.store.log("Coffee", at: 1_768_000_000 + Int64(second))
            }
            try await device.store.log("Tea")

            let pushes = try await device.coordinator.prepareUploads(atMost: 8)
            let sent = try pushes.map { push in
                try push.body.withUnsafeBytes { try PushRequest(json: $0) }.mutations
                    .map(\.entityID)
            }
            #expect(pushes.count > 2)
            #expect(Set(sent.joined()).count == sent.joined().count)
            // The first event, five more, and a type with its event; not the first event's second
            // change.
            #expect(sent.joined().count == 8)
            #expect(Set(pushes.map(\.name)).count == pushes.count)
            for push in pushes.reversed() { #expect(try await arrives(push, at: world.server)) }
            let other = try await world.device("b")
            try await other.sync()
            #expect(
                try await other.store.read { try $0.entities.events(EventFilter(limit: 100)) }.count
                    == 8
            )

            // The next push returns the results for the same keys.
            try await device.sync()
            try await other.sync()
            #expect(try await device.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await other.contents() == device.contents())
            #expect(
                try await other.store.read { try $0.entities.events(EventFilter(limit: 100)) }.count
                    == 8
            )
            let edited = try #require(
                try await other.store.read { try $0.entities.fetch(id: first) }
            )
            #expect(edited.content.description.contains("cold"))
        }
    }

    @Test("When time runs out before all is sent, the rest is handed to the system")
    func timeRunsOut() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.pushMutations = 1
            let clock = ManualClock()
            let fixture = try await BackgroundFixture(world, limits: limits, clock: clock) { _ in
                clock.advance(by: TimeBudget.shortest)
            }
            for second in Int64(1)...3 { try await fixture.engine.store.log("Coffee", at: second) }

            try await fixture.inBackground { _ in
                // The type was sent; the time has not expired yet.
                for await _ in fixture.system.ends.stream { break }
                #expect(fixture.engine.store.work.isSuspended)
            }

            let uploads = fixture.uploads.all
            #expect(uploads.count == 3)
            for upload in uploads.reversed() {
                #expect(try await arrives(upload, at: world.server))
            }
            let other = try await world.device("b")
            try await other.sync()
            #expect(
                try await other.store.read { try $0.entities.events(EventFilter(limit: 100)) }.count
                    == 3
            )
            try await fixture.end()
        }
    }

    @Test("When the time of the app or of a task expires, the rest is handed to the system")
    func timeIsEnded() async throws {
        for isTask in [false, true] {
            try await TestWorld.run { world in
                let (fixture, calls) = try await BackgroundFixture.hanging(world)
                try await fixture.engine.store.log("Coffee")

                try await fixture.inBackground { tasks in
                    let task = isTask ? tasks.grant(BackgroundPolicy.refresh) : nil
                    for await _ in calls { break }
                    if let task {
                        task.expire()
                        #expect(await task.ended() == false)
                    } else {
                        fixture.system.endTime()
                        for await _ in fixture.system.ends.stream { break }
                    }
                    #expect(fixture.uploads.all.count == 1)
                    #expect(fixture.engine.store.work.isSuspended)
                }
                try await fixture.end()
            }
        }
    }

    @Test("An app that returns during the handover can record at once and afterwards")
    func comesBack() async throws {
        try await TestWorld.run { world in
            let (fixture, calls) = try await BackgroundFixture.hanging(world)
            try await fixture.engine.store.log("Coffee")
            let system = fixture.system
            fixture.uploads.onUpload { await system.enterForeground() }

            try await fixture.inBackground { tasks in
                let task = tasks.grant(BackgroundPolicy.refresh)
                for await _ in calls { break }
                task.expire()
                #expect(await task.ended() == false)

                #expect(fixture.uploads.all.count == 1)
                #expect(!fixture.engine.store.work.isSuspended)
                try await fixture.engine.store.log("Tea")
            }
            try await fixture.end()
        }
    }

    @Test("A task that expires in the foreground does not limit the app's time")
    func expiresOnScreen() async throws {
        try await TestWorld.run { world in
            let (fixture, calls) = try await BackgroundFixture.hanging(world)
            try await fixture.engine.store.log("Coffee")

            try await fixture.inBackground { tasks in
                let task = tasks.grant(BackgroundPolicy.refresh)
                for await _ in calls { break }
                try await fixture.enterForeground()
                task.expire()
                #expect(await task.ended() == false)

                #expect(!fixture.engine.budget.isOver)
                #expect(!fixture.engine.store.work.isSuspended)
                try await fixture.engine.store.log("Tea")
            }
            try await fixture.end()
        }
    }

    @Test("A task granted in the foreground does not limit the app's time")
    func beginsOnScreen() async throws {
        try await TestWorld.run { world in
            let (fixture, calls) = try await BackgroundFixture.hanging(world)
            try await fixture.engine.store.log("Coffee")

            try await fixture.inBackground { tasks in
                try await fixture.enterForeground()
                let task = tasks.grant(BackgroundPolicy.refresh)
                for await _ in calls { break }
                #expect(fixture.engine.budget.remaining > .seconds(3600))

                task.expire()
                #expect(await task.ended() == false)
            }
            try await fixture.end()
        }
    }

    @Test("Uploads in progress, and mutations that are not due, are not handed over")
    func once() async throws {
        try await TestWorld.run { world in
            let fixture = try await BackgroundFixture(world, clock: FrozenClock()) { _ in
                throw SyncFailure(code: .offline, reason: .offline)
            }
            try await fixture.engine.store.log("Coffee")
            await fixture.engine.handOver(to: fixture.uploads)
            #expect(fixture.uploads.all.count == 1)
            try await fixture.engine.store.log("Tea")
            await fixture.engine.handOver(to: fixture.uploads)
            #expect(fixture.uploads.all.count == 1)

            fixture.uploads.endAll()
            var run = SyncRun(
                startedAt: fixture.engine.dependencies.wallClock.now(),
                duration: .zero,
                trigger: "manual",
                pushed: 0,
                pulled: 0,
                conflicts: 0,
                failed: 0,
                outcome: .failure,
                reason: .serverBusy
            )
            run.retryAfter = .seconds(300)
            try await fixture.engine.store.write { [run] in try $0.sync.record(run) }
            await fixture.engine.handOver(to: fixture.uploads)
            #expect(fixture.uploads.all.count == 1)
            try await fixture.end()
        }
    }

    @Test("A background task does not contact a server that asked to wait")
    func serverWait() async throws {
        try await TestWorld.run { world in
            let pushes = Mutex(0)
            let fixture = try await BackgroundFixture(world, clock: FrozenClock()) { _ in
                pushes.withLock { $0 += 1 }
            }
            var run = SyncRun(
                startedAt: fixture.engine.dependencies.wallClock.now(),
                duration: .zero,
                trigger: "manual",
                pushed: 0,
                pulled: 0,
                conflicts: 0,
                failed: 0,
                outcome: .failure,
                reason: .serverBusy
            )
            run.retryAfter = .seconds(7200)
            try await fixture.engine.store.write { [run] in try $0.sync.record(run) }
            try await fixture.engine.store.log("Coffee")

            try await fixture.inBackground { tasks in
                let task = tasks.grant(BackgroundPolicy.refresh)
                #expect(await task.ended() == true)
            }

            fixture.engine.store.work.open()
            #expect(pushes.withLock { $0 } == 0 && fixture.uploads.all.isEmpty)
            #expect(try await fixture.engine.store.read { try $0.queue.status() }.pending == 2)
            let triggers = try await fixture.engine.store.read { try $0.sync.runs() }.map(\.trigger)
            #expect(!triggers.contains("background"))
            try await fixture.end()
        }
    }

    /// Sends an upload to a server; returns whether it was accepted.
    private func arrives(_ push: UploadRequest, at server: String) async throws -> Bool {
        let exchange = AsyncHTTPExchange(address: try #require(ServerAddress(server)))
        let answer = try await exchange.send(push.request, body: push.body)
        for try await _ in answer.body {}
        try await exchange.shutdown()
        return answer.head.status.code == 200
    }
}

/// An engine of a signed-in device with the lifecycle that it runs under.
@MainActor
private final class BackgroundFixture {
    let engine: TrendyEngine
    let system = BackgroundLifecycle()
    let uploads = PendingUploads()

    /// Creates a device that has synced once.
    ///
    /// - `onPush`: runs after each push except that of the first sync.
    init(
        _ world: TestWorld,
        limits: SyncLimits = SyncLimits(),
        clock: any Clock<Duration>,
        onPush: @escaping @Sendable (PushRequest) async throws -> Void
    ) async throws {
        let device = try await world.device("transport")
        var dependencies = Dependencies.live()
        dependencies.clock = clock
        engine = try TrendyEngine(
            databasePath: world.directory + "/handing.sqlite",
            transport: ObservedTransport(http: device.transport, onPush: onPush),
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            limits: limits
        )
        _ = try await engine.coordinator?.sync()
    }

    /// A device whose pushes hang until cancellation, and a stream of those pushes.
    static func hanging(_ world: TestWorld) async throws -> (BackgroundFixture, AsyncStream<Void>) {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let fixture = try await BackgroundFixture(world, clock: FrozenClock()) { _ in
            called.yield()
            // Ends when the request is cancelled.
            while true { try await Task.sleep(for: .seconds(86_400)) }
        }
        return (fixture, calls)
    }

    /// Runs the engine in the background while `body` runs.
    func inBackground(_ body: (ManualTaskScheduler) async throws -> Void) async throws {
        let tasks = ManualTaskScheduler()
        let work = BackgroundWork(
            system: system,
            tasks: tasks,
            uploads: uploads,
            wallClock: engine.dependencies.wallClock
        )
        work.register()
        let serving = Task { await work.run(engine) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(tasks))
        } catch {
            result = .failure(error)
        }
        serving.cancel()
        await serving.value
        try result.get()
    }

    /// Enters the foreground; returns once the time limit is removed.
    func enterForeground() async throws {
        let commits = engine.store.commits()
        defer { commits.stop() }
        system.enterForeground()
        // The zone is stored right after that.
        for await _ in commits.events {
            if try await engine.store.read({ try $0.timeZones.history() }) != nil { break }
        }
    }

    func end() async throws {
        engine.store.work.open()
        try await engine.stop()
    }
}

/// A real transport that reports its pushes to a test.
private struct ObservedTransport: TransportWrapper, PushPreparing {
    let http: HTTPTransport
    let onPush: @Sendable (PushRequest) async throws -> Void

    var base: any SyncTransport { http }

    func push(_ request: PushRequest) async throws -> PushAnswer {
        let answer = try await http.push(request)
        try await onPush(request)
        return answer
    }

    func preparer() async -> (@Sendable (PushRequest) -> UploadRequest)? {
        await http.preparer()
    }
}

/// Background uploads that stay in progress until a test ends them.
private final class PendingUploads: BackgroundUploading {
    private let state = Mutex<(all: [UploadRequest], inProgress: Set<String>)>(([], []))
    private let listener = Mutex<(@Sendable () async -> Void)?>(nil)

    /// Sets a closure that runs during a handover.
    func onUpload(_ body: @escaping @Sendable () async -> Void) {
        listener.withLock { $0 = body }
    }

    /// The uploads, in order.
    var all: [UploadRequest] { state.withLock(\.all) }

    var inProgress: Set<String> {
        get async { state.withLock(\.inProgress) }
    }

    func upload(_ request: HTTPRequest, body: [UInt8], name: String) async throws {
        state.withLock { state in
            guard state.inProgress.insert(name).inserted else { return }
            state.all.append(UploadRequest(request: request, body: body, name: name))
        }
        await listener.withLock(\.self)?()
    }

    func endAll() { state.withLock { $0.inProgress = [] } }
}

/// A clock that a test advances.
private final class ManualClock: Clock {
    typealias Instant = FrozenClock.Instant

    private let time = Mutex(Instant())

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func advance(by span: Duration) { time.withLock { $0 = $0.advanced(by: span) } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Ends when the sleeper is cancelled.
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }
}
