/// What is to be done when the app leaves the screen, works unseen, and comes back; pure.
///
/// In the background, as long as something is under way the app asks not to be suspended. When
/// nothing is any more, what waits is sent, as far as there is time, the database is let go of, and
/// the time is given back.
struct BackgroundStateMachine: Sendable, Equatable {
    /// What happens.
    enum Event: Sendable, Equatable {
        /// The app has left the screen.
        case left
        /// The app has come to the screen.
        case didReturn
        /// Something began, and nothing was under way before.
        case workBegan
        /// Nothing is under way any more.
        case workEnded
        /// What waits was sent, as far as there was time, and the database was let go of, unless
        /// something has begun meanwhile.
        case settled
        /// The system's patience is at its end.
        case expired
        /// A background task begins, or ends: meanwhile its time counts.
        case taskBegan
        case taskEnded
    }

    /// What to do, in the order given.
    enum Action: Sendable, Equatable {
        /// Ask the system for time.
        case takeTime
        /// Give the time back.
        case releaseTime
        /// Send what waits, unless that was done, and let go of the database.
        case settle(sends: Bool)
        /// Stop settling, hand over to the system what is left, and let go of the database.
        case abandon
        /// Ask the system for time some other day.
        case submitTasks
        /// Let the database be written again, without a limit of time.
        case open
        /// Look at everything anew.
        case resume
    }

    /// How the database is used.
    enum Use: Sendable, Equatable {
        /// Something is under way.
        case working
        /// Nothing is under way, but the database is not let go of.
        case idle
        /// The database is let go of: the process may be suspended.
        case shut
    }

    private(set) var isInBackground: Bool
    private(set) var hasTime = false
    /// How many background tasks run.
    private(set) var tasks = 0
    private var isSettling = false
    private var hasSent = false

    init(isInBackground: Bool) {
        self.isInBackground = isInBackground
    }

    /// What an event asks for.
    ///
    /// - `use`: how the database is used now; an event may tell late of what was.
    mutating func received(_ event: Event, _ use: Use) -> [Action] {
        switch event {
        case .left:
            guard !isInBackground else { return [] }
            isInBackground = true
            return wake() + settleIfIdle(use)
        case .didReturn:
            guard isInBackground else { return [] }
            isInBackground = false
            isSettling = false
            return [.open, .resume] + giveBack()
        case .workBegan, .workEnded:
            guard isInBackground else { return [] }
            return goOn(use)
        case .settled:
            isSettling = false
            // It was too late: the app has come back meanwhile.
            guard isInBackground else { return [.open] }
            return goOn(use)
        case .expired:
            guard isInBackground else { return giveBack() }
            isSettling = false
            // There is no time for more until the system gives some anew.
            hasSent = true
            return [.abandon] + giveBack()
        case .taskBegan:
            tasks += 1
            hasSent = true
            return giveBack()
        case .taskEnded:
            tasks -= 1
            // When its time is over nothing begins any more, also what the screen asks for.
            guard isInBackground else { return [.open, .resume] }
            guard tasks == 0 else { return [] }
            return goOn(use)
        }
    }

    /// In the background nobody holds the database without time: what ended as fast as it began
    /// has taken hold of it too.
    private mutating func goOn(_ use: Use) -> [Action] {
        switch use {
        case .working: wake()
        case .idle: wake() + settleIfIdle(use)
        case .shut: isSettling ? [] : giveBack()
        }
    }

    /// The system lets the app work: once for each time it does, what waits is sent.
    private mutating func wake() -> [Action] {
        guard !hasTime, tasks == 0 else { return [] }
        hasTime = true
        hasSent = false
        return [.takeTime, .submitTasks]
    }

    private mutating func settleIfIdle(_ use: Use) -> [Action] {
        guard use != .working, !isSettling, tasks == 0 else { return [] }
        isSettling = true
        defer { hasSent = true }
        return [.settle(sends: !hasSent)]
    }

    private mutating func giveBack() -> [Action] {
        guard hasTime else { return [] }
        hasTime = false
        return [.releaseTime]
    }
}
