import Synchronization

/// A background task that is completed exactly once, whatever happens.
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

    /// A task that nobody took up is given back.
    deinit { complete(success: false) }

    /// Takes the task up.
    ///
    /// - `onExpiration`: called at once when the time is over; the task is to be completed then.
    /// - Returns: whether there is time still.
    func take(onExpiration: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            state.onExpiration = onExpiration
            return state.task != nil
        }
    }

    /// Gives the time back; what was given back stays so.
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
