import Synchronization

/// The time left before the system suspends the app; readable from any thread.
package final class TimeBudget: Sendable {
    /// The time reserved for an orderly end of the work.
    package static let reserve = Duration.seconds(5)
    /// The budget of a background wake before the system reports the time left.
    static let shortest = Duration.seconds(10)
    /// Longer than any work takes.
    private static let unlimited = Duration.seconds(366 * 86_400)

    /// Wraps the closure: a closure stored directly in a `Mutex` is reabstracted on each read.
    private struct State {
        var remaining: (@Sendable () -> Duration)?
    }

    private let state: Mutex<State>
    private let countdown: @Sendable (Duration) -> @Sendable () -> Duration

    /// Creates a budget without a limit.
    package init(clock: any Clock<Duration>) {
        state = Mutex(State())
        countdown = { Self.countdown(from: $0, clock) }
    }

    private static func countdown(
        from span: Duration,
        _ clock: some Clock<Duration>
    ) -> @Sendable () -> Duration {
        let end = clock.now.advanced(by: span)
        return { clock.now.duration(to: end) }
    }

    /// The time left without ``reserve``; negative when it is over.
    package var remaining: Duration {
        state.withLock(\.remaining).map { $0() - Self.reserve } ?? Self.unlimited
    }

    /// Whether no new work may begin.
    package var isOver: Bool { remaining <= .zero }

    /// Sets the time left from now on; `nil` removes the limit.
    package func limit(to span: Duration?) {
        let remaining = span.map(countdown)
        state.withLock { $0.remaining = remaining }
    }

    /// Raises the time left from now on to at least `span`; `nil` removes the limit.
    package func extend(to span: Duration?) {
        guard let span else { return limit(to: nil) }
        let isShorter = state.withLock(\.remaining).map { $0() < span } ?? true
        if isShorter { limit(to: span) }
    }

    /// Ends the time immediately.
    package func expire() {
        limit(to: .zero)
    }
}
