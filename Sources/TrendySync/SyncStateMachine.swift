/// Allows one sync run at a time.
///
/// All requests during a run cause exactly one further run.
struct SyncStateMachine: ~Copyable {
    enum RequestAction: Equatable {
        /// The caller starts a run.
        case run
        /// The caller waits until it may run, or receives the result of the next run.
        case wait
    }

    enum FinishAction: Equatable {
        /// There is no further request.
        case idle
        /// One waiting caller runs; the others share its result.
        case runAgain
    }

    private var isRunning = false
    private var isRunRequested = false

    mutating func requested() -> RequestAction {
        guard isRunning else {
            isRunning = true
            return .run
        }
        isRunRequested = true
        return .wait
    }

    mutating func finished() -> FinishAction {
        precondition(isRunning, "A run finished that was not started")
        guard isRunRequested else {
            isRunning = false
            return .idle
        }
        isRunRequested = false
        return .runAgain
    }
}
