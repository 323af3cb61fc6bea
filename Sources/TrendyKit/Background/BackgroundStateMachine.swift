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
        case cameBack
        /// Something began, and nothing was under way before.
        case workBegan
        /// Nothing is under way any more.
        case workEnded
        /// What waits was sent, as far as there was time, and the database was let go of, or not:
        /// something has begun meanwhile.
        case settled(isShut: Bool)
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
        case giveTimeBack
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

    private(set) var isInBackground: Bool
    private(set) var hasTime = false
    private var tasks = 0
    private var isSettling = false
    private var hasSent = false

    init(isInBackground: Bool) {
        self.isInBackground = isInBackground
    }

    /// What an event asks for.
    ///
    /// - `isWorking`: whether something is under way; what is told of that may be late.
    mutating func received(_ event: Event, isWorking: Bool) -> [Action] {
        switch event {
        case .left:
            guard !isInBackground else { return [] }
            isInBackground = true
            return wake() + settleIfIdle(isWorking)
        case .cameBack:
            guard isInBackground else { return [] }
            isInBackground = false
            isSettling = false
            return [.open, .resume] + giveBack()
        case .workBegan, .workEnded:
            guard isInBackground else { return [] }
            return isWorking ? wake() : settleIfIdle(isWorking)
        case .settled(let isShut):
            isSettling = false
            // It was too late: the app has come back meanwhile.
            guard isInBackground else { return [.open] }
            // What has begun since then needs the time; its end is told.
            guard !isWorking else { return [] }
            return isShut ? giveBack() : settleIfIdle(isWorking)
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
            guard isInBackground, tasks == 0 else { return [] }
            return isWorking ? wake() : settleIfIdle(isWorking)
        }
    }

    /// The system lets the app work: once for each time it does, what waits is sent.
    private mutating func wake() -> [Action] {
        guard !hasTime, tasks == 0 else { return [] }
        hasTime = true
        hasSent = false
        return [.takeTime, .submitTasks]
    }

    private mutating func settleIfIdle(_ isWorking: Bool) -> [Action] {
        guard !isWorking, !isSettling, tasks == 0 else { return [] }
        isSettling = true
        defer { hasSent = true }
        return [.settle(sends: !hasSent)]
    }

    private mutating func giveBack() -> [Action] {
        guard hasTime else { return [] }
        hasTime = false
        return [.giveTimeBack]
    }
}
