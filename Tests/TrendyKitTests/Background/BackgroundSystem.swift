import Synchronization
import TrendyKit
import TrendySync

/// Time that does not go on: however busy the machine is, no time that was granted is over.
struct StillClock: Clock {
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

/// A system on which nobody looks at the app, until a test does.
@MainActor
final class Unseen: ApplicationLifecycle {
    private(set) var phase = AppPhase.background
    var onPhaseChange: ((AppPhase) -> Void)?
    var remainingBackgroundTime: Duration? { nil }
    var isProtectedDataAvailable: Bool { true }
    var onProtectedDataChange: ((Bool) -> Void)?
    var onBackgroundRefreshChange: ((Bool) -> Void)?
    /// Told each time that time is given back.
    let ends = AsyncStream.makeStream(of: Void.self)
    private var expire: (@MainActor @Sendable () -> Void)?
    /// Whether time was asked for and not given back yet.
    private(set) var isGranting = false

    func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken? {
        expire = expiration
        isGranting = true
        return BackgroundTimeToken(rawValue: 1)
    }

    func endBackgroundTime(_ token: BackgroundTimeToken) {
        isGranting = false
        ends.continuation.yield()
    }

    /// The time that was granted last is over.
    func endTime() { expire?() }

    /// Somebody looks at the app.
    func comeToScreen() {
        phase = .active
        onPhaseChange?(.active)
    }

    /// Nobody does any more.
    func leaveScreen() {
        phase = .background
        onPhaseChange?(.background)
    }
}

/// Tasks that a test grants.
final class GrantedTasks: BackgroundTaskScheduling {
    /// What was asked for, as it comes.
    let (submissions, submission) = AsyncStream.makeStream(of: BackgroundTaskRequest.self)
    private let requests = Mutex<[BackgroundTaskRequest]>([])
    private let launches = Mutex<[String: @Sendable (any BackgroundTask) -> Void]>([:])
    private let isAvailable = Mutex(true)

    func register(
        _ identifier: String,
        launch: @escaping @Sendable (any BackgroundTask) -> Void
    ) -> Bool {
        launches.withLock { $0[identifier] = launch }
        return true
    }

    /// What the person's switch for background refresh says.
    func setAvailable(_ isAvailable: Bool) { self.isAvailable.withLock { $0 = isAvailable } }

    /// What was asked for and not refused, in order.
    var submitted: [BackgroundTaskRequest] { requests.withLock { $0 } }

    func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal) {
        guard isAvailable.withLock(\.self) else { throw .unavailable }
        requests.withLock { $0.append(request) }
        submission.yield(request)
    }

    func cancel(_ identifier: String) {}

    func grant(_ identifier: String) -> GrantedTime {
        let task = GrantedTime(identifier)
        launches.withLock { $0[identifier] }?(task)
        return task
    }
}

/// Time that was granted, and what became of it.
final class GrantedTime: BackgroundTask {
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
