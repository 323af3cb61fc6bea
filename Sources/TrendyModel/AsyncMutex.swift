import Synchronization

/// A mutual exclusion lock for asynchronous code: one task at a time runs a protected body, the
/// others suspend and follow in the order in which they asked (FIFO).
///
/// An actor alone does not exclude: it admits another call at each suspension of the first one.
/// The lock is not recursive; a body that takes the same lock again never ends. Taking a free lock
/// does not suspend.
///
/// ```swift
/// let mutex = AsyncMutex()
/// try await mutex.withLock { try await store.save(change) }
/// ```
package final class AsyncMutex: Sendable {
    private struct Waiter {
        let ticket: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isLocked = false
        var lastTicket = 0
        /// The first one is next.
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    /// An unlocked mutex.
    package init() {}

    /// How many tasks wait for the lock.
    package var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Runs `body` once the lock is free, also in a task that is cancelled while it waits.
    ///
    /// For work that must not be lost, such as storing what was received. `body` sees the
    /// cancellation by `Task.isCancelled`.
    package func withLock<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        _ = await acquire(isCancellable: false, isolation)
        defer { release() }
        return try await body()
    }

    /// Runs `body` once the lock is free, unless the task is cancelled before that.
    ///
    /// - Throws: `CancellationError` as soon as a waiting task is cancelled; the others keep their
    ///   order. Else what `body` throws.
    package func withLockUnlessCancelled<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard await acquire(isCancellable: true, isolation) else { throw CancellationError() }
        defer { release() }
        return try await body()
    }

    /// - Returns: whether the lock is held now; always `true` unless `isCancellable`.
    private func acquire(
        isCancellable: Bool,
        _ isolation: isolated (any Actor)?
    ) async -> Bool {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let result: Bool? = state.withLock { state in
                    // Checked under the lock: a later cancellation finds the waiter in the queue.
                    if isCancellable, Task.isCancelled { return false }
                    guard state.isLocked else {
                        state.isLocked = true
                        return true
                    }
                    state.waiters.append(Waiter(ticket: ticket, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            guard isCancellable else { return }
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map {
                    state.waiters.remove(at: $0)
                }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Hands the lock to the next waiter; it is never free in between.
    private func release() {
        let next: Waiter? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.isLocked = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
