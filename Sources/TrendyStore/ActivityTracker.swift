import Synchronization

/// What is under way on a database: while something is, the process should be let run, and the
/// database may be written.
///
/// A system that suspends a process while it holds a file's lock ends it (`0xdead10cc`). So work
/// says when it begins and ends, and between the last end and the suspension writes are shut out.
public final class ActivityTracker: Sendable {
    /// What ``changes()`` tells.
    public enum Change: Sendable, Hashable {
        /// Something began, and nothing was under way before, or the system woke the process.
        case began
        /// Nothing is under way any more.
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

    /// Nothing is under way.
    init() {}

    /// Whether something is under way.
    public var isActive: Bool { state.withLock { $0.count > 0 } }

    /// Whether writes are shut out.
    public var isSuspended: Bool { state.withLock(\.isSuspended) }

    /// Something begins; every call is followed by one of ``end()``.
    ///
    /// - `isWake`: whether the system has woken the process for it: then writes may be made again
    ///   that were shut out. What the process begins by itself while they are finds them refused:
    ///   it may be suspended at any moment.
    public func begin(isWake: Bool = false) {
        let (isFirst, onReopening) = state.withLock { state in
            defer { state.count += 1 }
            guard isWake, state.isSuspended else { return (state.count == 0, nil as Reopening?) }
            state.isSuspended = false
            return (true, state.onReopening)
        }
        onReopening?()
        if isFirst { tell(.began) }
    }

    /// Something is over.
    public func end() {
        let isLast = state.withLock { state in
            state.count -= 1
            return state.count == 0
        }
        if isLast { tell(.ended) }
    }

    /// Says what happens at once when the system wakes the process after writes were shut out: the
    /// process has been suspended since, and runs again.
    public func onReopening(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onReopening = body }
    }

    /// What changes from now on.
    public func changes() -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    /// Writes may be made again.
    public func open() {
        state.withLock { $0.isSuspended = false }
    }

    /// Shuts writes out.
    ///
    /// - `isForced`: whether even while something is under way.
    /// - Returns: whether they are.
    func suspendAccess(isForced: Bool) -> Bool {
        state.withLock { state in
            if state.count == 0 || isForced { state.isSuspended = true }
            return state.isSuspended
        }
    }

    /// Does something only while writes are shut out: nothing opens them before it is done.
    ///
    /// - `body`: must not come back here.
    package func ifSuspended(_ body: () -> Void) {
        state.withLock { state in
            if state.isSuspended { body() }
        }
    }

    private func tell(_ change: Change) {
        for listener in state.withLock(\.listeners) { listener.yield(change) }
    }
}
