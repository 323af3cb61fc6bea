import Synchronization
import TrendyWire

/// Runs units of work by key, such as an key, fairly and within limits.
///
/// See ``WorkSchedulerStateMachine`` for the order. A caller whose task is cancelled while it waits
/// leaves the queue.
package final class WorkScheduler<Key: Hashable & Sendable>: Sendable {
    private struct State: ~Copyable {
        var machine: WorkSchedulerStateMachine<Key>
        var nextTicket: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    }

    private let name: String
    private let keyName: String
    private let state: Mutex<State>

    /// Makes a scheduler.
    ///
    /// - Parameters:
    ///   - name: what refusals call the work, such as "reads".
    ///   - keyName: what refusals call the key.
    ///   - limits: how much runs and waits.
    package init(name: String, keyName: String = "account", limits: WorkSchedulerLimits) {
        self.name = name
        self.keyName = keyName
        state = Mutex(State(machine: WorkSchedulerStateMachine(limits: limits)))
    }

    /// How many callers wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` once it is the key's turn.
    ///
    /// - Throws: `Problem` 429 or 503 when too much waits, `CancellationError` when the task is
    ///   cancelled while it waits, and what `work` throws.
    package func run<Value>(
        for key: Key,
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Value
    ) async throws -> Value {
        try await enter(key, isolation: isolation)
        defer { leave(key) }
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
                    // A cancellation before this is seen here, one after it finds the ticket.
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

    private func leave(_ key: Key) {
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
