/// A state machine for background execution: background time, the final upload and the suspension
/// of the database; pure.
///
/// In the background, the app holds a background time assertion while work is in progress. When the
/// work ends, the machine sends pending changes as far as time allows, suspends the database and
/// releases the assertion.
struct BackgroundStateMachine: Sendable, Equatable {
    /// An event of the app, the database or the system.
    enum Event: Sendable, Equatable {
        /// The app entered the background.
        case didEnterBackground
        /// The app entered the foreground.
        case didEnterForeground
        /// The first piece of work began.
        case workBegan
        /// The last piece of work ended.
        case workEnded
        /// Settling ended: pending changes were sent as far as time allowed, and the database was
        /// suspended unless new work had begun.
        case settled
        /// The system's background time is about to expire.
        case expired
        /// A background task began or ended; its own time limit applies while it runs.
        case taskBegan
        case taskEnded
    }

    /// An effect to perform; effects are performed in the order returned.
    enum Action: Sendable, Equatable {
        /// Request background time.
        case requestTime
        /// Release the background time.
        case releaseTime
        /// Settle: send pending changes when `sends` is true, then suspend the database.
        case settle(sends: Bool)
        /// Cancel settling, hand the remaining uploads to the system, and suspend the database.
        case abandon
        /// Submit background task requests.
        case submitTasks
        /// Reopen the database for writes, without a time limit.
        case open
        /// Capture, reconcile and sync again.
        case resume
    }

    /// The state of the database.
    enum Use: Sendable, Equatable {
        /// Work is in progress.
        case working
        /// No work is in progress, and the database is open.
        case idle
        /// The database is suspended; the process may be suspended too.
        case suspended
    }

    private(set) var isInBackground: Bool
    private(set) var hasTime = false
    /// The number of running background tasks.
    private(set) var tasks = 0
    private var isSettling = false
    private var hasSent = false

    init(isInBackground: Bool) {
        self.isInBackground = isInBackground
    }

    /// Handles an event and returns the actions to perform.
    ///
    /// - `use`: the database's state now; it may be newer than the event.
    mutating func received(_ event: Event, _ use: Use) -> [Action] {
        switch event {
        case .didEnterBackground:
            guard !isInBackground else { return [] }
            isInBackground = true
            return requestTime() + settleIfIdle(use)
        case .didEnterForeground:
            guard isInBackground else { return [] }
            isInBackground = false
            isSettling = false
            return [.open, .resume] + releaseTime()
        case .workBegan, .workEnded:
            guard isInBackground else { return [] }
            return proceed(use)
        case .settled:
            isSettling = false
            // Settling ended after the app entered the foreground.
            guard isInBackground else { return [.open] }
            return proceed(use)
        case .expired:
            guard isInBackground else { return releaseTime() }
            isSettling = false
            // Send nothing more until the system grants new time.
            hasSent = true
            return [.abandon] + releaseTime()
        case .taskBegan:
            tasks += 1
            hasSent = true
            return releaseTime()
        case .taskEnded:
            tasks -= 1
            // The expired task budget blocks new work, also for the screen. Reopen.
            guard isInBackground else { return [.open, .resume] }
            guard tasks == 0 else { return [] }
            return proceed(use)
        }
    }

    /// Continues in the background: the database is never open without background time, even after
    /// work that ended as fast as it began.
    private mutating func proceed(_ use: Use) -> [Action] {
        switch use {
        case .working: requestTime()
        case .idle: requestTime() + settleIfIdle(use)
        case .suspended: isSettling ? [] : releaseTime()
        }
    }

    /// Requests background time.
    ///
    /// Pending changes are sent once per grant.
    private mutating func requestTime() -> [Action] {
        guard !hasTime, tasks == 0 else { return [] }
        hasTime = true
        hasSent = false
        return [.requestTime, .submitTasks]
    }

    private mutating func settleIfIdle(_ use: Use) -> [Action] {
        guard use != .working, !isSettling, tasks == 0 else { return [] }
        isSettling = true
        defer { hasSent = true }
        return [.settle(sends: !hasSent)]
    }

    private mutating func releaseTime() -> [Action] {
        guard hasTime else { return [] }
        hasTime = false
        return [.releaseTime]
    }
}
