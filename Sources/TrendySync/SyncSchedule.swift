package import TrendyModel
package import TrendyStore
package import TrendyWire

/// Decides when to sync next, as a pure function.
///
/// It is evaluated after each run and each change, from the state of the database, so pending work
/// is always scheduled.
package struct SyncSchedule: Sendable, Equatable {
    /// The next action.
    package enum Decision: Sendable, Equatable {
        /// Sync after a delay.
        case run(SyncTrigger, after: Duration)
        /// Do nothing until something changes.
        case idle(Reason)
    }

    /// The reason to do nothing.
    package enum Reason: Sendable, Equatable {
        /// The device has no network connection.
        case offline
        /// The app is in the background.
        case inBackground
        /// The app is about to be suspended.
        case timedOut
        /// The session has ended and the person must sign in.
        case needsSignIn
        /// The app is too old for the server.
        case needsUpgrade
    }

    /// The history of earlier runs.
    package struct History: Sendable, Equatable {
        /// The time since the last run ended; `nil` before the first.
        package var sinceLastRun: Duration?
        /// The number of consecutive failed runs.
        package var failures = 0
        /// Whether the network came back since the last run.
        package var isNetworkBack = false
        /// Whether a blocker was removed since the last run.
        package var isRepaired = false
        /// The newest cursor that the server announced.
        package var announcedCursor: Cursor?
        /// A blocker that only the person can remove.
        package var blocker: Reason?

        /// Creates the history before the first run.
        package init() {}
    }

    /// The interval between periodic runs.
    package var interval = Duration.seconds(900)
    /// The interval between periodic runs while charging.
    package var chargingInterval = Duration.seconds(300)
    /// The interval between periodic runs on restricted power or network.
    package var restrictedInterval = Duration.seconds(3600)
    /// The minimum time from a run to one that fetches a change of another device.
    package var remoteChangePause = Duration.zero
    /// The minimum time between two runs, so that events recorded together are sent together.
    package var minimumPause = Duration.seconds(2)
    /// The pause after a failed run; it doubles with each failure.
    ///
    /// A single run after the pause tests whether the server is reachable again.
    package var firstPause = Duration.seconds(15)
    /// The maximum pause after failures.
    package var maximumPause = Duration.seconds(900)

    /// Creates the default schedule.
    package init() {}

    /// The schedule of a person who chose to sync less often: about once an hour.
    package static var lessOften: SyncSchedule {
        var schedule = SyncSchedule()
        schedule.interval = .seconds(3600)
        schedule.chargingInterval = .seconds(3600)
        schedule.restrictedInterval = .seconds(4 * 3600)
        schedule.minimumPause = .seconds(3600)
        schedule.firstPause = .seconds(3600)
        schedule.maximumPause = .seconds(3600)
        schedule.remoteChangePause = .seconds(3600)
        return schedule
    }

    /// Decides the next action.
    package func next(
        now: Instant,
        status: QueueStatus,
        history: History,
        conditions: SyncConditions
    ) -> Decision {
        if let blocker = history.blocker { return .idle(blocker) }
        guard !conditions.isInBackground else { return .idle(.inBackground) }
        guard conditions.isOnline else { return .idle(.offline) }
        guard let since = history.sinceLastRun else {
            return .run(.launch, after: status.serverWait(at: now))
        }
        let pause = max(
            pause(after: history.failures) - since,
            max(.zero, status.serverWait(at: now))
        )
        if history.isRepaired { return .run(.retry, after: max(.zero, pause)) }
        if history.isNetworkBack { return .run(.network, after: max(.zero, pause)) }
        if let announced = history.announcedCursor, !isKnown(announced, at: status.cursor) {
            let wait =
                history.failures > 0
                ? pause : max(status.serverWait(at: now), remoteChangePause - since)
            return .run(.remoteChange, after: max(.zero, wait))
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

    /// Whether a device at a cursor already has the announced changes, including its own.
    private func isKnown(_ announced: Cursor, at text: String?) -> Bool {
        guard let cursor = text.flatMap({ Cursor($0) }) else { return false }
        return cursor.epoch == announced.epoch && cursor.version >= announced.version
    }

    /// The minimum time to the next run after a number of consecutive failures.
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
