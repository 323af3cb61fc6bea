import Synchronization

/// Counts the activities that use the database, and refuses writes while the process may be
/// suspended.
///
/// iOS terminates a process that holds a file lock while suspended (`0xdead10cc`). Each activity
/// therefore calls ``begin(isWake:)`` and ``end()``, and ``DeviceStore/suspend(isForced:)``
/// releases the lock when none is in progress.
package final class ActivityTracker: Sendable {
    /// A change of ``isActive``.
    package enum Change: Sendable, Hashable {
        /// The first activity began, or the system woke the process.
        case began
        /// The last activity ended.
        case ended
    }

    private typealias Reopening = @Sendable () -> Void

    private struct State {
        var count = 0
        var isSuspended = false
        var onReopening: Reopening?
        var listeners: [AsyncStream<Change>.Continuation] = []
    }

    private let state = Mutex(State())

    init() {}

    /// Whether an activity is in progress.
    package var isActive: Bool { state.withLock { $0.count > 0 } }

    /// Whether writes are refused.
    package var isSuspended: Bool { state.withLock(\.isSuspended) }

    /// Begins an activity; the caller balances each call with one of ``end()``.
    ///
    /// - `isWake`: whether the system woke the process for the activity, which allows writes again.
    ///   Other activities leave writes refused, because the process may be suspended at any moment.
    package func begin(isWake: Bool = false) {
        let (isFirst, onReopening) = state.withLock { state in
            defer { state.count += 1 }
            guard isWake, state.isSuspended else { return (state.count == 0, nil as Reopening?) }
            state.isSuspended = false
            return (true, state.onReopening)
        }
        onReopening?()
        if isFirst { send(.began) }
    }

    /// Ends an activity.
    package func end() {
        let isLast = state.withLock { state in
            state.count -= 1
            return state.count == 0
        }
        if isLast { send(.ended) }
    }

    /// Sets the closure that runs synchronously when the system wakes the process while writes are
    /// refused.
    package func onReopening(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onReopening = body }
    }

    /// The changes from now on.
    package func changes() -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    /// Allows writes again.
    package func open() {
        state.withLock { $0.isSuspended = false }
    }

    /// Refuses writes unless an activity is in progress.
    ///
    /// - `isForced`: whether to refuse them even while an activity is in progress.
    /// - Returns: whether writes are refused.
    func suspendAccess(isForced: Bool) -> Bool {
        state.withLock { state in
            if state.count == 0 || isForced { state.isSuspended = true }
            return state.isSuspended
        }
    }

    /// Runs a closure if writes are refused; they stay refused until it returns.
    ///
    /// - `body`: must not call this tracker, whose lock is held.
    package func ifSuspended(_ body: () -> Void) {
        state.withLock { state in
            if state.isSuspended { body() }
        }
    }

    private func send(_ change: Change) {
        for listener in state.withLock(\.listeners) { listener.yield(change) }
    }
}
