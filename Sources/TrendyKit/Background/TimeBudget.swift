import Synchronization

/// How long the app may still work before its system suspends it; read from any thread.
public final class TimeBudget: Sendable {
    /// What is kept for coming to an end in order.
    public static let reserve = Duration.seconds(5)
    /// What a wake in the background gives at least, as long as the system has not said.
    static let shortest = Duration.seconds(10)
    /// More than any work takes.
    private static let unlimited = Duration.seconds(366 * 86_400)

    /// A closure that is a mutex's value itself would be wrapped anew each time it is read.
    private struct State {
        var remaining: (@Sendable () -> Duration)?
    }

    private let state: Mutex<State>
    private let countdown: @Sendable (Duration) -> @Sendable () -> Duration

    /// Time without a limit.
    public init(clock: any Clock<Duration>) {
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

    /// How long there is, without the reserve; below zero when it is over.
    public var remaining: Duration {
        state.withLock(\.remaining).map { $0() - Self.reserve } ?? Self.unlimited
    }

    /// Whether nothing more is to be begun.
    public var isOver: Bool { remaining <= .zero }

    /// The system gives so much time from now on; no limit when `nil`.
    public func limit(to span: Duration?) {
        let remaining = span.map(countdown)
        state.withLock { $0.remaining = remaining }
    }

    /// The system gives at least so much time from now on; without a limit when `nil`.
    public func extend(to span: Duration?) {
        guard let span else { return limit(to: nil) }
        let isShorter = state.withLock(\.remaining).map { $0() < span } ?? true
        if isShorter { limit(to: span) }
    }

    /// The time is over, whatever was said before.
    public func expire() {
        limit(to: .zero)
    }
}
