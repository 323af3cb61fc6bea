import Logging
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Background work for one account after the other", .timeLimit(.minutes(20)))
@MainActor
struct BackgroundWorkTests {
    @Test(
        "A task that is under way as the account changes is given back; the next serves the new one"
    )
    func accountChanges() async throws {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let first = try ScreenWorld(
            transport: HangingTransport(called: called),
            time: StillClock()
        )
        let second = try ScreenWorld(time: StillClock())
        let tasks = GrantedTasks()
        let work = BackgroundWork(system: Unseen(), tasks: tasks, wallClock: first.clock)
        #expect(work.register().isEmpty)

        let serving = Task { await work.run(first.engine) }
        let early = tasks.grant(BackgroundPolicy.refresh)
        for await _ in calls { break }
        serving.cancel()
        await serving.value
        #expect(early.completions == [false])
        // Nobody is there: it waits for whoever comes.
        let between = tasks.grant(BackgroundPolicy.refresh)
        #expect(between.completions.isEmpty)

        let next = Task { await work.run(second.engine) }
        #expect(await between.ended() == true)
        let late = tasks.grant(BackgroundPolicy.processing)
        #expect(await late.ended() == true)
        // The time of the first is over long after it was given back.
        early.expire()
        next.cancel()
        await next.value

        #expect([early, between, late].map(\.completions) == [[false], [true], [true]])
        for world in [first, second] { try await world.engine.stop() }
    }

    @Test("Whoever opens a database unseen has time for it at once, and gives it back in the end")
    func prepared() async throws {
        let world = try ScreenWorld(time: StillClock())
        let system = Unseen()
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

    @Test("A task whose time is over before anybody takes it up is given back once")
    func expiresUnseen() async throws {
        let world = try ScreenWorld(time: StillClock())
        let tasks = GrantedTasks()
        let work = BackgroundWork(system: Unseen(), tasks: tasks, wallClock: world.clock)
        work.register()
        let task = tasks.grant(BackgroundPolicy.refresh)
        task.expire()
        #expect(task.completions == [false])
        // It was the last one, unless the next was asked for.
        #expect(tasks.submitted.map(\.identifier) == BackgroundPolicy.identifiers)

        let serving = Task { await work.run(world.engine) }
        let next = tasks.grant(BackgroundPolicy.refresh)
        #expect(await next.ended() == true)
        serving.cancel()
        await serving.value

        #expect(task.completions == [false])
        try await world.engine.stop()
    }

    @Test("The long task is not put off by being asked for again, also by the next process")
    func processing() async throws {
        let world = try ScreenWorld(time: StillClock())
        let values = FileKeyValueStore(directory: world.directory + "/values")
        let start = world.clock.now()
        func due(_ grant: (GrantedTasks) -> GrantedTime) -> Instant? {
            let tasks = GrantedTasks()
            let work = BackgroundWork(
                system: Unseen(),
                tasks: tasks,
                keyValues: values,
                wallClock: world.clock
            )
            work.register()
            // Whatever the system runs, all are asked for anew.
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

    @Test("What was refused is asked for again before the app may be suspended")
    func refused() async throws {
        let world = try ScreenWorld(time: StillClock())
        let system = Unseen()
        let tasks = GrantedTasks()
        let work = BackgroundWork(system: system, tasks: tasks, wallClock: world.clock)
        work.register()
        tasks.setAvailable(false)
        work.prepare(world.engine)
        #expect(system.isGranting && tasks.submitted.isEmpty)

        // The person switches background refresh on meanwhile.
        tasks.setAvailable(true)
        let serving = Task { await work.run(world.engine) }
        for await _ in system.ends.stream { break }
        #expect(tasks.submitted.map(\.identifier) == BackgroundPolicy.identifiers)

        // It is switched off as a task begins, and on again before it ends.
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

    @Test("What was refused is asked for again when the person allows it, whatever runs then")
    func allowed() {
        let system = Unseen()
        let tasks = GrantedTasks()
        let work = BackgroundWork(system: system, tasks: tasks, wallClock: ScreenClock(""))
        work.register()
        tasks.setAvailable(false)
        system.comeToScreen()
        system.leaveScreen()
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

    @Test("To spare power, tasks are asked for less often, whether anybody is signed in or not")
    func sparing() async throws {
        let world = try ScreenWorld(time: StillClock())
        let tasks = GrantedTasks()
        let work = BackgroundWork(
            system: Unseen(),
            tasks: tasks,
            power: Sparing(),
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

/// A device whose person asked apps to use little power.
private struct Sparing: PowerMonitor {
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
