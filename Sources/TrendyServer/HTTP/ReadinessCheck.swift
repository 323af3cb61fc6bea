import Synchronization
import TrendyModel

/// Checks whether the store answers in time.
///
/// A check that has not ended in time goes on: a database can hang so that not even a cancellation
/// reaches it. Later callers wait for the same check, so that at most one runs.
final class ReadinessCheck: Sendable {
    /// The time in which the store has to answer.
    static let deadline = Duration.seconds(2)

    private enum Topic: Hashable { case ended }

    private struct State {
        /// The number of the last started check.
        var started = 0
        /// The running check; `nil` when the last one has ended.
        var running: Task<Void, Never>?
        /// The error of the last check; `nil` after a success.
        var error: (any Error)?
    }

    private let store: any ServerStore
    private let clock: any Clock<Duration>
    private let state = Mutex(State())
    private let ends = Broadcaster<Topic>()

    init(store: any ServerStore, clock: any Clock<Duration>) {
        self.store = store
        self.clock = clock
    }

    /// Cancels a check that has not ended; its store is closed then.
    deinit { state.withLock { $0.running }?.cancel() }

    /// Throws ``StoreUnavailable`` of the reason `timeout` when the store does not answer in time,
    /// and errors of the store.
    func run() async throws {
        // Subscribes first, so that the end of the check is not missed.
        let listener = ends.listen(to: .ended)
        defer { listener.stop() }
        let number = start()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in listener.events where self.hasEnded(number) { return }
            }
            group.addTask { [clock] in
                // Cancelled: the check has ended.
                try? await clock.sleep(for: Self.deadline)
            }
            await group.next()
            group.cancelAll()
        }
        try state.withLock { state in
            guard state.started > number || state.running == nil else {
                throw StoreUnavailable(.timeout)
            }
            if let error = state.error { throw error }
        }
    }

    /// Starts a check unless one is running; returns the number of the running one.
    private func start() -> Int {
        state.withLock { state in
            guard state.running == nil else { return state.started }
            state.started += 1
            // Owned here; it ends with the store's answer.
            state.running = Task(name: "readiness") { [store, weak self] in
                var failure: (any Error)?
                do {
                    try await store.checkReadiness()
                } catch {
                    failure = error
                }
                self?.ended(failure)
            }
            return state.started
        }
    }

    private func ended(_ error: (any Error)?) {
        state.withLock { state in
            state.running = nil
            state.error = error
        }
        ends.changed(.ended)
    }

    private func hasEnded(_ number: Int) -> Bool {
        state.withLock { $0.started > number || $0.running == nil }
    }
}
