import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HKHealthStore {
    /// Waits for a reply.
    ///
    /// Throws `CancellationError` when the process ends or the task is cancelled, because tasks of
    /// an ended process must not hang.
    nonisolated(nonsending) func reply<Value: Sendable>(
        _ ask: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        let pending = PendingReply<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.wait(with: continuation)
                guard
                    let number = database.keep(
                        { pending.resume(.failure(CancellationError())) },
                        generation: generation
                    )
                else { return pending.resume(.failure(CancellationError())) }
                ask { result in
                    self.database.forget(number)
                    pending.resume(result)
                }
            }
        } onCancel: {
            pending.resume(.failure(CancellationError()))
        }
    }

    /// Executes a query and waits for its result.
    nonisolated(nonsending) func result<Value: Sendable>(
        _ make: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> HKQuery
    ) async throws -> Value {
        try await reply { resume in
            execute(make(resume))
        }
    }
}

/// A continuation that is resumed once, by the first caller.
final class PendingReply<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, any Error>)
        case done(Result<Value, any Error>)
    }

    private let state = Mutex(State.idle)

    func wait(with continuation: CheckedContinuation<Value, any Error>) {
        let early: Result<Value, any Error>? = state.withLock { state in
            if case .done(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
    }

    func resume(_ result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .done: return nil
            case .idle:
                state = .done(result)
                return nil
            case .waiting(let continuation):
                state = .done(result)
                return continuation
            }
        }
        waiting?.resume(with: result)
    }
}

extension HealthDatabase {
    /// Registers a cancellation for the end of the process; `nil` when the process has already
    /// ended.
    func keep(_ cancel: @escaping @Sendable () -> Void, generation: Int) -> Int? {
        guard phone?.isAlive(generation) == true else { return nil }
        return state.withLock { state in
            let number = state.nextNumber()
            state.replies[number] = cancel
            return number
        }
    }

    func forget(_ number: Int) {
        state.withLock { $0.replies[number] = nil }
    }

    func asksNothing(share: Set<String>, read: Set<String>) -> Bool {
        state.withLock { $0.asksNothing(share: share, read: read) }
    }

    /// The earliest readable dates, for the types that have such a limit.
    func boundaries(of types: Set<HKSampleType>) -> [HKSampleType: Date] {
        let read = state.withLock(\.read)
        var boundaries: [HKSampleType: Date] = [:]
        for type in types {
            if case .limited(let date) = read[type.identifier] { boundaries[type] = date }
        }
        return boundaries
    }

    func sharing(of type: HKObjectType) -> HKAuthorizationStatus {
        state.withLock { $0.share[type.identifier] ?? .notDetermined }
    }
}
