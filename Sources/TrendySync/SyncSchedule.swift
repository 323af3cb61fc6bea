public import TrendyModel
public import TrendyStore
public import TrendyWire

/// When to sync next; pure.
///
/// It is asked anew after each run and each change, and answers from what the database holds: work
/// that waits and nothing scheduled cannot be.
public struct SyncSchedule: Sendable, Equatable {
    /// What to do next.
    public enum Decision: Sendable, Equatable {
        /// Sync after a while.
        case run(SyncTrigger, after: Duration)
        /// Nothing, until something changes.
        case rest(Reason)
    }

    /// Why nothing is to be done.
    public enum Reason: Sendable, Equatable {
        /// There is no network.
        case offline
        /// The app is not on the screen.
        case inBackground
        /// The app is about to be suspended.
        case timedOut
        /// The session has ended; the person must sign in.
        case needsSignIn
        /// The app is too old for the server.
        case needsUpgrade
    }

    /// What is known of the runs before.
    public struct History: Sendable, Equatable {
        /// How long ago the last run ended; `nil` before the first.
        public var sinceLastRun: Duration?
        /// Runs in a row that did not get through.
        public var failures = 0
        /// Whether the network has come back since the last run.
        public var isNetworkBack = false
        /// Whether what only a person can mend has been mended since the last run.
        public var isRepaired = false
        /// The newest cursor that the server has told of by itself.
        public var news: Cursor?
        /// What only a person can mend.
        public var blocker: Reason?

        /// Before the first run.
        public init() {}
    }

    /// The time between two runs that nothing asks for.
    public var interval = Duration.seconds(900)
    /// The time between two runs on a charger.
    public var chargingInterval = Duration.seconds(300)
    /// The time between two runs where power or network are to be spared.
    public var restrictedInterval = Duration.seconds(3600)
    /// The shortest time between two runs: what is recorded together is sent together.
    public var minimumPause = Duration.seconds(2)
    /// The pause after a run that did not get through; it doubles with each.
    ///
    /// The one run after such a pause tells whether the way is free again.
    public var firstPause = Duration.seconds(15)
    /// The longest such pause.
    public var maximumPause = Duration.seconds(900)

    /// The usual times.
    public init() {}

    /// What to do next.
    public func next(
        now: Instant,
        status: QueueStatus,
        history: History,
        conditions: SyncConditions
    ) -> Decision {
        if let obstacle = history.blocker { return .rest(obstacle) }
        guard !conditions.isInBackground else { return .rest(.inBackground) }
        guard conditions.isOnline else { return .rest(.offline) }
        guard let since = history.sinceLastRun else {
            return .run(.launch, after: status.serverWait(at: now))
        }
        let pause = max(
            pause(after: history.failures) - since,
            max(.zero, status.serverWait(at: now))
        )
        if history.isRepaired { return .run(.retry, after: max(.zero, pause)) }
        if history.isNetworkBack { return .run(.network, after: max(.zero, pause)) }
        if let news = history.news, !isKnown(news, at: status.cursor) {
            let wait = history.failures > 0 ? pause : status.serverWait(at: now)
            return .run(.news, after: max(.zero, wait))
        }
        let periodic = max(pause, interval(in: conditions) - since)
        guard status.pending > status.blocked, let next = status.nextAttempt else {
            return .run(.periodic, after: max(.zero, periodic))
        }
        let due = max(pause, next - now)
        let trigger: SyncTrigger = next.milliseconds > 0 || history.failures > 0 ? .retry : .change
        return due <= periodic
            ? .run(trigger, after: max(.zero, due)) : .run(.periodic, after: max(.zero, periodic))
    }

    /// Whether who stands at a cursor has read what another one tells of, its own writes among it.
    private func isKnown(_ news: Cursor, at text: String?) -> Bool {
        guard let cursor = text.flatMap({ Cursor($0) }) else { return false }
        return cursor.epoch == news.epoch && cursor.version >= news.version
    }

    /// The shortest time to the next run, after so many in a row that did not get through.
    func pause(after failures: Int) -> Duration {
        guard failures > 0 else { return minimumPause }
        var pause = firstPause
        for _ in 1..<failures where pause < maximumPause { pause = pause * 2 }
        return min(pause, maximumPause)
    }

    private func interval(in conditions: SyncConditions) -> Duration {
        if conditions.isLowPower || conditions.isNetworkRestricted { return restrictedInterval }
        return conditions.isCharging ? chargingInterval : interval
    }
}
