import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs tasks and the actors that they call on the waiting thread.
///
/// A hang is then visible in its place, and each input takes the same path in every run.
final class InlineExecutor: TaskExecutor {
    private static let pauseMicroseconds: UInt32 = 100
    /// Two seconds without a job.
    private static let maximumPauses = 20_000

    private struct State {
        var jobs: [UnownedJob] = []
        var isDone = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs an operation to its end.
    func run(_ operation: @escaping @Sendable () async -> Void) {
        state.withLock { $0.isDone = false }
        Task(name: "fuzz", executorPreference: self) {
            await operation()
            self.state.withLock { $0.isDone = true }
        }
        var pauses = 0
        while true {
            while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
                pauses = 0
            }
            if state.withLock({ $0.isDone }) { return }
            // Another thread, such as that of a clock, has a job to submit.
            pauses += 1
            expect(pauses < Self.maximumPauses, "The operation waits for something outside")
            usleep(Self.pauseMicroseconds)
        }
    }
}
