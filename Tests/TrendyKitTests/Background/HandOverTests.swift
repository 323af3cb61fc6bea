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

@Suite("What is handed to the system to send", .timeLimit(.minutes(20)))
@MainActor
struct HandOverTests {
    @Test("Batches may arrive in any order: no entity is in two, and none needs another")
    func anyOrder() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.pushMutations = 2
            let device = try await world.device("a", limits: limits)
            try await device.store.log("Coffee")
            try await device.sync()
            let first = try await device.store.log("Coffee", at: 1_768_000_001, notes: "hot")
            // On its way, as far as anybody knows: what comes after it is not coalesced.
            #expect(try await device.coordinator.prepareUploads(atMost: 1).count == 1)
            var patch = EventPatch()
            patch.notes = .set("cold")
            try await device.store.update(id: first, change: patch.change)
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
            // The first event, five more, and a type with its event; no second change of the first.
            #expect(sent.joined().count == 8)
            #expect(Set(pushes.map(\.name)).count == pushes.count)
            for push in pushes.reversed() { #expect(try await arrives(push, at: world.server)) }
            let other = try await world.device("b")
            try await other.sync()
            #expect(try await other.store.events(EventFilter(limit: 100)).count == 8)

            // The answers come with the next push, under the same keys.
            try await device.sync()
            try await other.sync()
            #expect(try await device.store.status().pending == 0)
            #expect(try await other.contents() == device.contents())
            #expect(try await other.store.events(EventFilter(limit: 100)).count == 8)
            let edited = try #require(try await other.store.entity(id: first))
            #expect(edited.content.description.contains("cold"))
        }
    }

    @Test("When time runs out before all is sent, the system is given the rest")
    func timeRunsOut() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.pushMutations = 1
            let clock = PushedClock()
            let life = try await Life(world, limits: limits, clock: clock) { _ in
                clock.advance(by: TimeBudget.shortest)
            }
            for second in Int64(1)...3 { try await life.engine.store.log("Coffee", at: second) }

            try await life.inBackground { _ in
                // The type was sent; nobody has ended the time.
                for await _ in life.system.ends.stream { break }
                #expect(life.engine.store.work.isSuspended)
            }

            let uploads = life.uploads.all
            #expect(uploads.count == 3)
            for upload in uploads.reversed() {
                #expect(try await arrives(upload, at: world.server))
            }
            let other = try await world.device("b")
            try await other.sync()
            #expect(try await other.store.events(EventFilter(limit: 100)).count == 3)
            try await life.end()
        }
    }

    @Test("When the system ends the time of the app, or of a task, it is given what is left")
    func timeIsEnded() async throws {
        for isTask in [false, true] {
            try await TestWorld.run { world in
                let (life, calls) = try await Life.hanging(world)
                try await life.engine.store.log("Coffee")

                try await life.inBackground { tasks in
                    let task = isTask ? tasks.grant(BackgroundPolicy.refresh) : nil
                    for await _ in calls { break }
                    if let task {
                        task.expire()
                        #expect(await task.ended() == false)
                    } else {
                        life.system.endTime()
                        for await _ in life.system.ends.stream { break }
                    }
                    #expect(life.uploads.all.count == 1)
                    #expect(life.engine.store.work.isSuspended)
                }
                try await life.end()
            }
        }
    }

    @Test("Who comes back while what is left is handed over can record at once, and from then on")
    func comesBack() async throws {
        try await TestWorld.run { world in
            let (life, calls) = try await Life.hanging(world)
            try await life.engine.store.log("Coffee")
            let system = life.system
            life.uploads.onUpload { await system.comeToScreen() }

            try await life.inBackground { tasks in
                let task = tasks.grant(BackgroundPolicy.refresh)
                for await _ in calls { break }
                task.expire()
                #expect(await task.ended() == false)

                #expect(life.uploads.all.count == 1)
                #expect(!life.engine.store.work.isSuspended)
                try await life.engine.store.log("Tea")
            }
            try await life.end()
        }
    }

    @Test("A task whose time is over while somebody looks at the app takes none from it")
    func expiresOnScreen() async throws {
        try await TestWorld.run { world in
            let (life, calls) = try await Life.hanging(world)
            try await life.engine.store.log("Coffee")

            try await life.inBackground { tasks in
                let task = tasks.grant(BackgroundPolicy.refresh)
                for await _ in calls { break }
                try await life.comeToScreen()
                task.expire()
                #expect(await task.ended() == false)

                #expect(!life.engine.budget.isOver)
                #expect(!life.engine.store.work.isSuspended)
                try await life.engine.store.log("Tea")
            }
            try await life.end()
        }
    }

    @Test("A task that is handed over while somebody looks at the app does not limit its time")
    func beginsOnScreen() async throws {
        try await TestWorld.run { world in
            let (life, calls) = try await Life.hanging(world)
            try await life.engine.store.log("Coffee")

            try await life.inBackground { tasks in
                try await life.comeToScreen()
                let task = tasks.grant(BackgroundPolicy.refresh)
                for await _ in calls { break }
                #expect(life.engine.budget.remaining > .seconds(3600))

                task.expire()
                #expect(await task.ended() == false)
            }
            try await life.end()
        }
    }

    @Test("What the system has still is not handed over once more, nor what may not be sent yet")
    func once() async throws {
        try await TestWorld.run { world in
            let life = try await Life(world, clock: StillClock()) { _ in
                throw SyncFailure(code: .offline, message: "the cable is cut")
            }
            try await life.engine.store.log("Coffee")
            await life.engine.handOver(to: life.uploads)
            #expect(life.uploads.all.count == 1)
            try await life.engine.store.log("Tea")
            await life.engine.handOver(to: life.uploads)
            #expect(life.uploads.all.count == 1)

            life.uploads.endAll()
            var run = SyncRun(
                startedAt: life.engine.dependencies.wallClock.now(),
                duration: .zero,
                trigger: "manual",
                pushed: 0,
                pulled: 0,
                conflicts: 0,
                failed: 0,
                outcome: .failure,
                reason: "busy"
            )
            run.retryAfter = .seconds(300)
            try await life.engine.store.note(run)
            await life.engine.handOver(to: life.uploads)
            #expect(life.uploads.all.count == 1)
            try await life.end()
        }
    }

    @Test("A task of the system leaves a server alone that asked to wait")
    func serverWait() async throws {
        try await TestWorld.run { world in
            let pushes = Mutex(0)
            let life = try await Life(world, clock: StillClock()) { _ in
                pushes.withLock { $0 += 1 }
            }
            var run = SyncRun(
                startedAt: life.engine.dependencies.wallClock.now(),
                duration: .zero,
                trigger: "manual",
                pushed: 0,
                pulled: 0,
                conflicts: 0,
                failed: 0,
                outcome: .failure,
                reason: "busy"
            )
            run.retryAfter = .seconds(7200)
            try await life.engine.store.note(run)
            try await life.engine.store.log("Coffee")

            try await life.inBackground { tasks in
                let task = tasks.grant(BackgroundPolicy.refresh)
                #expect(await task.ended() == true)
            }

            life.engine.store.work.open()
            #expect(pushes.withLock { $0 } == 0 && life.uploads.all.isEmpty)
            #expect(try await life.engine.store.status().pending == 2)
            let triggers = try await life.engine.store.syncRuns().map(\.trigger)
            #expect(!triggers.contains("background"))
            try await life.end()
        }
    }

    /// Carries a push to a server; whether it was taken.
    private func arrives(_ push: UploadRequest, at server: String) async throws -> Bool {
        let exchange = AsyncHTTPExchange(address: try #require(ServerAddress(server)))
        let answer = try await exchange.send(push.request, body: push.body)
        for try await _ in answer.body {}
        try await exchange.shutdown()
        return answer.head.status.code == 200
    }
}

/// An engine of a signed-in device, and the system that it works under.
@MainActor
private final class Life {
    let engine: TrendyEngine
    let system = Unseen()
    let uploads = KeptUploads()

    /// A device that has synced once.
    ///
    /// - `onPush`: what is done after each push but the first sync's.
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
            transport: Pushed(http: device.transport, onPush: onPush),
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            limits: limits
        )
        _ = try await engine.coordinator?.sync()
    }

    /// A device whose pushes hang until they are cancelled, and a stream that tells of each.
    static func hanging(_ world: TestWorld) async throws -> (Life, AsyncStream<Void>) {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let life = try await Life(world, clock: StillClock()) { _ in
            called.yield()
            // Ends when the request is cancelled.
            while true { try await Task.sleep(for: .seconds(86_400)) }
        }
        return (life, calls)
    }

    /// Runs the engine in the background while `body` runs.
    func inBackground(_ body: (GrantedTasks) async throws -> Void) async throws {
        let tasks = GrantedTasks()
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

    /// Somebody looks at the app; returns once it has all the time there is.
    func comeToScreen() async throws {
        let commits = engine.store.commits()
        defer { commits.stop() }
        system.comeToScreen()
        // The zone is kept right after that.
        for await _ in commits.notices {
            if try await engine.store.zones() != nil { break }
        }
    }

    func end() async throws {
        engine.store.work.open()
        try await engine.stop()
    }
}

/// A real transport whose pushes a test hears of.
private struct Pushed: TransportWrapper, PushPreparing {
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

/// A system that keeps uploads until a test says that they have ended.
private final class KeptUploads: BackgroundUploading {
    private let state = Mutex<(all: [UploadRequest], underWay: Set<String>)>(([], []))
    private let listener = Mutex<(@Sendable () async -> Void)?>(nil)

    /// Says what is done while something is handed over.
    func onUpload(_ body: @escaping @Sendable () async -> Void) {
        listener.withLock { $0 = body }
    }

    /// What was handed over, in order.
    var all: [UploadRequest] { state.withLock(\.all) }

    var underWay: Set<String> {
        get async { state.withLock(\.underWay) }
    }

    func upload(_ request: HTTPRequest, body: [UInt8], name: String) async throws {
        state.withLock { state in
            guard state.underWay.insert(name).inserted else { return }
            state.all.append(UploadRequest(request: request, body: body, name: name))
        }
        await listener.withLock(\.self)?()
    }

    func endAll() { state.withLock { $0.underWay = [] } }
}

/// Time that goes on only when a test says so.
private final class PushedClock: Clock {
    typealias Instant = StillClock.Instant

    private let time = Mutex(Instant())

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func advance(by span: Duration) { time.withLock { $0 = $0.advanced(by: span) } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Ends when the sleeper is cancelled.
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }
}
