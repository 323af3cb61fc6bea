import Logging
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Background work across accounts", .timeLimit(.minutes(20)))
@MainActor
struct BackgroundWorkTests {
    @Test(
        "A task running during an account change is completed; the next one serves the new account"
    )
    func accountChanges() async throws {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let first = try ScreenWorld(
            transport: HangingTransport(called: called),
            time: FrozenClock()
        )
        let second = try ScreenWorld(time: FrozenClock())
        let tasks = ManualTaskScheduler()
        let work = BackgroundWork(
            system: BackgroundLifecycle(),
            tasks: tasks,
            wallClock: first.clock
        )
        #expect(work.register().isEmpty)

        let serving = Task { await work.run(first.engine) }
        let early = tasks.grant(BackgroundPolicy.refresh)
        for await _ in calls { break }
        serving.cancel()
        await serving.value
        #expect(early.completions == [false])
        // No engine is open: the task waits for the next one.
        let between = tasks.grant(BackgroundPolicy.refresh)
        #expect(between.completions.isEmpty)

        let next = Task { await work.run(second.engine) }
        #expect(await between.ended() == true)
        let late = tasks.grant(BackgroundPolicy.processing)
        #expect(await late.ended() == true)
        // The first task expires long after its completion.
        early.expire()
        next.cancel()
        await next.value

        #expect([early, between, late].map(\.completions) == [[false], [true], [true]])
        for world in [first, second] { try await world.engine.stop() }
    }

    @Test("Opening a database in the background requests time at once and releases it in the end")
    func prepared() async throws {
        let world = try ScreenWorld(time: FrozenClock())
        let system = BackgroundLifecycle()
        let work = BackgroundWork(system: system, wallClock: world.clock)

        work.prepare(world.engine)
        #expect(system.isGranting)
        let serving = Task { await work.run(world.engine) }
        for await _ in system.ends.stream { break }

        #expect(!system.isGranting)
        #expect(world.engine.store.work.isSuspended)
        serving.cancel()
        await serving.value
        try await world.engine.stop()
    }

    @Test("A task that expires before it is started is completed once")
    func expiresUnseen() async throws {
        let world = try ScreenWorld(time: FrozenClock())
        let tasks = ManualTaskScheduler()
        let work = BackgroundWork(
            system: BackgroundLifecycle(),
            tasks: tasks,
            wallClock: world.clock
        )
        work.register()
        let task = tasks.grant(BackgroundPolicy.refresh)
        task.expire()
        #expect(task.completions == [false])
        // It would be the last task unless the next one was requested.
        #expect(tasks.submitted.map(\.identifier) == BackgroundPolicy.identifiers)

        let serving = Task { await work.run(world.engine) }
        let next = tasks.grant(BackgroundPolicy.refresh)
        #expect(await next.ended() == true)
        serving.cancel()
        await serving.value

        #expect(task.completions == [false])
        try await world.engine.stop()
    }

    @Test("Requesting the processing task again does not postpone it, across processes too")
    func processing() async throws {
        let world = try ScreenWorld(time: FrozenClock())
        let values = FileKeyValueStore(directory: world.directory + "/values")
        let start = world.clock.now()
        func due(_ grant: (ManualTaskScheduler) -> ManualBackgroundTask) -> Instant? {
            let tasks = ManualTaskScheduler()
            let work = BackgroundWork(
                system: BackgroundLifecycle(),
                tasks: tasks,
                keyValues: values,
                wallClock: world.clock
            )
            work.register()
            // Whichever task runs, all are requested again.
            grant(tasks).expire()
            return tasks.submitted.last { $0.identifier == BackgroundPolicy.processing }?
                .earliestBegin
        }

        for hour in Int64(0)..<30 {
            let expected = start + .seconds(max(24, hour) * 3600)
            #expect(due { $0.grant(BackgroundPolicy.refresh) } == expected)
            world.clock.advance(by: .seconds(3600))
        }
        let tomorrow = world.clock.now() + .seconds(24 * 3600)
        #expect(due { $0.grant(BackgroundPolicy.processing) } == tomorrow)
        world.clock.advance(by: .seconds(3600))
        #expect(due { $0.grant(BackgroundPolicy.refresh) } == tomorrow)
        try await world.engine.stop()
    }

    @Test("Refused requests are submitted again before the app may be suspended")
    func refused() async throws {
        let world = try ScreenWorld(time: FrozenClock())
        let system = BackgroundLifecycle()
        let tasks = ManualTaskScheduler()
        let work = BackgroundWork(system: system, tasks: tasks, wallClock: world.clock)
        work.register()
        tasks.setAvailable(false)
        work.prepare(world.engine)
        #expect(system.isGranting && tasks.submitted.isEmpty)

        // The person enables background refresh meanwhile.
        tasks.setAvailable(true)
        let serving = Task { await work.run(world.engine) }
        for await _ in system.ends.stream { break }
        #expect(tasks.submitted.map(\.identifier) == BackgroundPolicy.identifiers)

        // It is disabled when a task begins, and enabled before it ends.
        tasks.setAvailable(false)
        let task = tasks.grant(BackgroundPolicy.refresh)
        tasks.setAvailable(true)
        #expect(await task.ended() == true)
        let twice = BackgroundPolicy.identifiers + BackgroundPolicy.identifiers
        #expect(tasks.submitted.map(\.identifier) == twice)

        serving.cancel()
        await serving.value
        try await world.engine.stop()
    }

    @Test("Refused requests are submitted again when the person enables background refresh")
    func allowed() {
        let system = BackgroundLifecycle()
        let tasks = ManualTaskScheduler()
        let work = BackgroundWork(system: system, tasks: tasks, wallClock: ScreenClock(""))
        work.register()
        tasks.setAvailable(false)
        system.enterForeground()
        system.enterBackground()
        #expect(tasks.submitted.isEmpty)

        system.onBackgroundRefreshChange?(false)
        #expect(tasks.submitted.isEmpty)
        tasks.setAvailable(true)
        system.onBackgroundRefreshChange?(true)
        #expect(tasks.submitted.map(\.identifier) == BackgroundPolicy.identifiers)
        // Nothing was refused this time.
        system.onBackgroundRefreshChange?(true)
        #expect(tasks.submitted.map(\.identifier) == BackgroundPolicy.identifiers)
    }

    @Test("In Low Power Mode tasks are requested less often, signed in or not")
    func sparing() async throws {
        let world = try ScreenWorld(time: FrozenClock())
        let tasks = ManualTaskScheduler()
        let work = BackgroundWork(
            system: BackgroundLifecycle(),
            tasks: tasks,
            power: LowPowerMonitor(),
            wallClock: world.clock
        )

        let serving = Task { await work.run(world.engine) }
        let policy = BackgroundPolicy()
        let expected = world.clock.now() + policy.restrictedRefreshInterval
        for await request in tasks.submissions
        where request.identifier == BackgroundPolicy.refresh && request.earliestBegin == expected {
            break
        }
        serving.cancel()
        await serving.value

        #expect(tasks.submitted.last?.kind == .processing(needsNetwork: true, needsPower: true))
        try await world.engine.stop()
    }
}

/// A device in Low Power Mode.
private struct LowPowerMonitor: PowerMonitor {
    func states() -> AsyncStream<PowerState> {
        let (states, continuation) = AsyncStream.makeStream(of: PowerState.self)
        var state = PowerState()
        state.isLowPower = true
        continuation.yield(state)
        return states
    }
}

/// A server that never answers.
private struct HangingTransport: SyncTransport {
    let called: AsyncStream<Void>.Continuation

    var serverOffset: Duration? { nil }

    private func hang() async throws -> Never {
        called.yield()
        // Ends when the request is cancelled.
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }

    func push(_ request: PushRequest) async throws -> PushAnswer { try await hang() }
    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        try await hang()
    }
    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        try await hang()
    }
    func digest(prefix: String) async throws -> DigestAnswer { try await hang() }
    func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        try await hang()
    }
    func report(_ report: DeviceReport, deviceID: EntityID) async throws { try await hang() }
}
