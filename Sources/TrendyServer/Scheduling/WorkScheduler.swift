import Synchronization
import TrendyWire

/// Runs units of work fairly by key, such as an account, and within limits.
///
/// See ``WorkSchedulerStateMachine`` for the order. A cancelled caller leaves the queue.
package final class WorkScheduler<Key: Hashable & Sendable>: Sendable {
    private struct State: ~Copyable {
        var machine: WorkSchedulerStateMachine<Key>
        var nextTicket: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    }

    private let name: String
    private let keyName: String
    private let state: Mutex<State>

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - name: the name of the work in refusals, such as "reads".
    ///   - keyName: the name of the key in refusals.
    ///   - limits: the limits of running and waiting work.
    package init(name: String, keyName: String = "account", limits: WorkSchedulerLimits) {
        self.name = name
        self.keyName = keyName
        state = Mutex(State(machine: WorkSchedulerStateMachine(limits: limits)))
    }

    /// The number of waiting callers.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` at the key's turn.
    ///
    /// - Throws: `Problem` 429 or 503 when too much work waits, `CancellationError` when the task
    ///   is cancelled while it waits, and errors of `work`.
    package func run<Value>(
        for key: Key,
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Value
    ) async throws -> Value {
        try await enter(key, isolation: isolation)
        defer { finish(key) }
        return try await work()
    }

    private func enter(_ key: Key, isolation: isolated (any Actor)?) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    // An earlier cancellation is seen here; a later one finds the ticket.
                    guard !Task.isCancelled else { return .failure(CancellationError()) }
                    switch state.machine.request(ticket: ticket, key: key) {
                    case .run:
                        return .success(())
                    case .wait:
                        state.waiting[ticket] = continuation
                        return nil
                    case .refusedByKeyLimit:
                        return .failure(refusal(.rateLimit, "This \(keyName) has"))
                    case .refusedByTotalLimit:
                        return .failure(refusal(.unavailable, "This server has"))
                    }
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.machine.cancel(ticket: ticket, key: key)
                    ? state.waiting.removeValue(forKey: ticket) : nil
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func finish(_ key: Key) {
        let continuations = state.withLock { state in
            state.machine.finished(key: key).compactMap {
                state.waiting.removeValue(forKey: $0)
            }
        }
        for continuation in continuations { continuation.resume() }
    }

    private func refusal(_ code: ProblemCode, _ subject: String) -> Problem {
        Problem(
            code,
            detail: "\(subject) too many \(name) waiting. Wait a moment, then try again.",
            retryAfter: 1
        )
    }
}
