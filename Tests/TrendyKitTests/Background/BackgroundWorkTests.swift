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

    @Test("A task whose time is over before anybody takes it up is given back once")
    func expiresUnseen() async throws {
        let world = try ScreenWorld(time: StillClock())
        let tasks = GrantedTasks()
        let work = BackgroundWork(system: Unseen(), tasks: tasks, wallClock: world.clock)
        work.register()
        let task = tasks.grant(BackgroundPolicy.refresh)
        task.expire()
        #expect(task.completions == [false])

        let serving = Task { await work.run(world.engine) }
        let next = tasks.grant(BackgroundPolicy.refresh)
        #expect(await next.ended() == true)
        serving.cancel()
        await serving.value

        #expect(task.completions == [false])
        try await world.engine.stop()
    }
}

/// Time that does not go on: however busy the machine is, no time that was granted is over.
private struct StillClock: Clock {
    struct Instant: InstantProtocol {
        var sinceBeginning = Duration.zero

        func advanced(by duration: Duration) -> Self {
            Self(sinceBeginning: sinceBeginning + duration)
        }

        func duration(to other: Self) -> Duration { other.sinceBeginning - sinceBeginning }

        static func < (left: Self, right: Self) -> Bool {
            left.sinceBeginning < right.sinceBeginning
        }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Ends when the sleeper is cancelled.
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }
}

/// A system on which nobody looks at the app.
private final class Unseen: AppSystem {
    var phase: AppPhase { .background }
    var onPhaseChange: ((AppPhase) -> Void)?
    var remainingBackgroundTime: Duration? { nil }
    var isProtectedDataAvailable: Bool { true }
    var onProtectedDataChange: ((Bool) -> Void)?

    func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken? {
        BackgroundTimeToken(rawValue: 1)
    }

    func endBackgroundTime(_ token: BackgroundTimeToken) {}
}

/// Tasks that a test grants.
private final class GrantedTasks: BackgroundTaskScheduling {
    private let launches = Mutex<[String: @Sendable (any BackgroundTask) -> Void]>([:])

    func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool {
        launches.withLock { $0[identifier] = launch }
        return true
    }

    func submit(_ request: BackgroundTaskRequest) {}
    func cancel(_ identifier: String) {}

    func grant(_ identifier: String) -> GrantedTime {
        let task = GrantedTime(identifier)
        launches.withLock { $0[identifier] }?(task)
        return task
    }
}

/// Time that was granted, and what became of it.
private final class GrantedTime: BackgroundTask {
    private struct State {
        var completions: [Bool] = []
        var onExpiration: (@Sendable () -> Void)?
    }

    let identifier: String
    private let state = Mutex(State())
    private let ends = AsyncStream.makeStream(of: Bool.self)

    init(_ identifier: String) {
        self.identifier = identifier
    }

    var completions: [Bool] { state.withLock(\.completions) }

    func onExpiration(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.onExpiration = handler }
    }

    func complete(success: Bool) {
        state.withLock { $0.completions.append(success) }
        ends.continuation.yield(success)
    }

    func expire() { state.withLock(\.onExpiration)?() }

    /// How it ends.
    func ended() async -> Bool? {
        for await success in ends.stream { return success }
        return nil
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
