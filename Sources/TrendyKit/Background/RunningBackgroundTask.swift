import Synchronization

/// A background task that is completed exactly once.
final class RunningBackgroundTask: Sendable {
    private struct State {
        var task: (any BackgroundTask)?
        var onExpiration: (@Sendable () -> Void)?
    }

    let identifier: String
    private let state: Mutex<State>

    init(_ task: any BackgroundTask) {
        identifier = task.identifier
        state = Mutex(State(task: task))
        task.onExpiration { [weak self] in self?.expire() }
    }

    /// Completes a task that was dropped without being started.
    deinit { complete(success: false) }

    /// Starts the task.
    ///
    /// - `onExpiration`: called immediately when the time expires; it must complete the task.
    /// - Returns: `false` when the time has expired already.
    func begin(onExpiration: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            state.onExpiration = onExpiration
            return state.task != nil
        }
    }

    /// Completes the task.
    ///
    /// Later calls have no effect.
    func complete(success: Bool) {
        let task = state.withLock { state in
            defer { state = State() }
            return state.task
        }
        task?.complete(success: success)
    }

    private func expire() {
        if let onExpiration = state.withLock(\.onExpiration) {
            onExpiration()
        } else {
            complete(success: false)
        }
    }
}
