/// Lets one sync run at a time; requests during a run cause exactly one more.
///
/// Pure.
struct SyncStateMachine: ~Copyable {
    enum RequestAction: Equatable {
        /// The caller runs now.
        case run
        /// The caller waits until it is told to run, or is given the result of the next run.
        case wait
    }

    enum FinishAction: Equatable {
        /// Nothing more is asked for.
        case rest
        /// One of those who wait runs now; the others share its result.
        case runAgain
    }

    private var isRunning = false
    private var isRetriedImmediately = false

    mutating func requested() -> RequestAction {
        guard isRunning else {
            isRunning = true
            return .run
        }
        isRetriedImmediately = true
        return .wait
    }

    mutating func finished() -> FinishAction {
        precondition(isRunning, "A run ended that had not begun")
        guard isRetriedImmediately else {
            isRunning = false
            return .rest
        }
        isRetriedImmediately = false
        return .runAgain
    }
}
