import Synchronization
import TrendyModel

/// A request whose callers share one running task and wait for its result with a time limit.
///
/// The task is not a child of a caller's task. A caller therefore returns at its limit even when
/// the request ignores its cancellation. The owner ends the task with ``stop()``.
final class SharedRequest<Value: Sendable>: Sendable {
    private enum Topic: Hashable { case finished }

    private struct State {
        var isStopped = false
        /// The number of the last started request.
        var started = 0
        /// The task of the last started request; `nil` when it has finished.
        var running: Task<Void, Never>?
        /// The result of the last finished request; `nil` before the first.
        var result: Result<Value, any Error>?
    }

    private let name: String
    private let state = Mutex(State())
    private let notifications = Broadcaster<Topic>()

    /// Creates a request.
    ///
    /// - `name`: the name of its task.
    init(name: String) {
        self.name = name
    }

    /// The result of the running request, or of a new one when none is running.
    ///
    /// A request that reaches the limit continues, and the next caller waits for the same one.
    ///
    /// - `limit`: the maximum time to wait.
    /// - `work`: performs the request.
    ///
    /// Returns `nil` when the request has not finished within the limit, when the caller's task is
    /// cancelled, and after ``stop()``.
    func result(
        waiting limit: Duration,
        _ clock: any Clock<Duration>,
        _ work: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error>? {
        // Subscribe before the request starts, so that its end is not missed.
        let listener = notifications.listen(to: .finished)
        defer { listener.stop() }
        guard let number = start(work) else { return nil }
        await limited(to: limit, clock) {
            for await _ in listener.events where self.hasFinished(number) { return }
        }
        return state.withLock { state in
            state.started > number || state.running == nil ? state.result : nil
        }
    }

    /// Cancels the running request without waiting for it, because the process is about to exit.
    func cancel() {
        let task = state.withLock { $0.running }
        task?.cancel()
    }

    /// Cancels the running request, waits for its end, and performs no further one.
    func stop() async {
        let task = state.withLock { state in
            state.isStopped = true
            return state.running
        }
        task?.cancel()
        await task?.value
    }

    /// Starts a request unless one is running.
    ///
    /// Returns the number of the running request; `nil` after ``stop()``.
    private func start(_ work: @escaping @Sendable () async throws -> Value) -> Int? {
        let number: Int? = state.withLock { state in
            guard !state.isStopped else { return nil }
            guard state.running == nil else { return state.started }
            state.started += 1
            // Owned here: `stop()` cancels and awaits it.
            state.running = Task(name: name) { await self.run(work) }
            return state.started
        }
        return number
    }

    private func run(_ work: @Sendable () async throws -> Value) async {
        let result: Result<Value, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            state.running = nil
            state.result = result
        }
        notifications.changed(.finished)
    }

    private func hasFinished(_ number: Int) -> Bool {
        state.withLock { $0.started > number || $0.running == nil }
    }
}
