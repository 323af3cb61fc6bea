import Synchronization

/// Runs tasks, and the actors they call, on the thread that waits for them.
///
/// So an input that hangs is seen where it hangs, and each input takes the same path every time.
final class InlineExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isDone = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs an operation to its end; it waits for nothing but tasks and actors.
    func run(_ operation: @escaping @Sendable () async -> Void) {
        state.withLock { $0.isDone = false }
        Task(name: "fuzz", executorPreference: self) {
            await operation()
            self.state.withLock { $0.isDone = true }
        }
        while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        claim(state.withLock { $0.isDone }, "The operation waits for something outside")
    }
}
