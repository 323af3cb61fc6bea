import Synchronization

/// When a run has to be over, such as at the end of the time that the system gives in the
/// background.
///
/// A run looks at it between two steps; it begins none for which there may not be time, and ends
/// as a success that is not complete.
public final class SyncDeadline: Sendable {
    /// What is kept for closing what is open.
    public static let reserve = Duration.seconds(1)

    private let remaining: @Sendable () -> Duration
    private let maximumStep = Mutex(Duration.zero)
    private let hasEnded = Atomic(false)

    /// A deadline some time from now.
    public init(after span: Duration, on clock: any Clock<Duration>) {
        remaining = Self.countdown(from: span, clock)
    }

    /// A deadline that moves: `remaining` tells how long there is, when it is asked.
    public init(remaining: @escaping @Sendable () -> Duration) {
        self.remaining = remaining
    }

    private static func countdown(
        from span: Duration,
        _ clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
        let end = clock.now.advanced(by: span)
        return { clock.now.duration(to: end) }
    }

    /// Whether a run has stopped for lack of time.
    var wasReached: Bool { hasEnded.load(ordering: .relaxed) }

    /// A step took so long; the next may take twice as long.
    func note(step: Duration) {
        maximumStep.withLock { $0 = max($0, step) }
    }

    /// Whether there is time for one more step.
    func hasTime() -> Bool {
        let step = maximumStep.withLock { $0 }
        guard remaining() > step * 2 + Self.reserve else {
            hasEnded.store(true, ordering: .relaxed)
            return false
        }
        return true
    }
}
