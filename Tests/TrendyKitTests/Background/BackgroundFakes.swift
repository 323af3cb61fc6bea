import Synchronization
import TrendyKit
import TrendySync

/// A clock that stands still, so that granted time never expires on a busy machine.
struct FrozenClock: Clock {
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

/// A lifecycle in the background, until a test changes the phase.
@MainActor
final class BackgroundLifecycle: ApplicationLifecycle {
    private(set) var phase = AppPhase.background
    var onPhaseChange: ((AppPhase) -> Void)?
    var remainingBackgroundTime: Duration? { nil }
    var isProtectedDataAvailable: Bool { true }
    var onProtectedDataChange: ((Bool) -> Void)?
    var onBackgroundRefreshChange: ((Bool) -> Void)?
    /// Yields each time background time is released.
    let ends = AsyncStream.makeStream(of: Void.self)
    private var expire: (@MainActor @Sendable () -> Void)?
    /// Whether background time is held.
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

    /// Expires the background time that was granted last.
    func endTime() { expire?() }

    /// Enters the foreground.
    func enterForeground() {
        phase = .active
        onPhaseChange?(.active)
    }

    /// Enters the background.
    func enterBackground() {
        phase = .background
        onPhaseChange?(.background)
    }
}

/// A scheduler whose tasks a test starts.
final class ManualTaskScheduler: BackgroundTaskScheduling {
    /// The submitted requests as a stream.
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

    /// Sets the person's switch for background refresh.
    func setAvailable(_ isAvailable: Bool) { self.isAvailable.withLock { $0 = isAvailable } }

    /// The accepted requests, in order.
    var submitted: [BackgroundTaskRequest] { requests.withLock { $0 } }

    func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskRefusal) {
        guard isAvailable.withLock(\.self) else { throw .unavailable }
        requests.withLock { $0.append(request) }
        submission.yield(request)
    }

    func cancel(_ identifier: String) {}

    func grant(_ identifier: String) -> ManualBackgroundTask {
        let task = ManualBackgroundTask(identifier)
        launches.withLock { $0[identifier] }?(task)
        return task
    }
}

/// A granted task and its completion.
final class ManualBackgroundTask: BackgroundTask {
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

    /// The result of the task's completion.
    func ended() async -> Bool? {
        for await success in ends.stream { return success }
        return nil
    }
}
