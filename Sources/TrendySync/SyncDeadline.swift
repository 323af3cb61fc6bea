import Synchronization

/// The end of the time available to a run, such as a background task.
///
/// A run checks it between two steps, starts no step for which there may not be enough time, and
/// ends successfully but incomplete.
package final class SyncDeadline: Sendable {
    /// The time reserved for closing resources.
    package static let reserve = Duration.seconds(1)

    private let remaining: @Sendable () -> Duration
    private let maximumStep = Mutex(Duration.zero)
    private let hasEnded = Atomic(false)

    /// Creates a deadline after a duration.
    package init(after span: Duration, on clock: any Clock<Duration>) {
        remaining = Self.countdown(from: span, clock)
    }

    /// Creates a deadline that can move; `remaining` returns the time left.
    package init(remaining: @escaping @Sendable () -> Duration) {
        self.remaining = remaining
    }

    private static func countdown(
        from span: Duration,
        _ clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
        let end = clock.now.advanced(by: span)
        return { clock.now.duration(to: end) }
    }

    /// Whether a run stopped because of the deadline.
    var wasReached: Bool { hasEnded.load(ordering: .relaxed) }

    /// Records the duration of a step; the next one may take twice as long.
    func note(step: Duration) {
        maximumStep.withLock { $0 = max($0, step) }
    }

    /// Whether there is time for another step.
    func hasTime() -> Bool {
        let step = maximumStep.withLock { $0 }
        guard remaining() > step * 2 + Self.reserve else {
            hasEnded.store(true, ordering: .relaxed)
            return false
        }
        return true
    }
}
