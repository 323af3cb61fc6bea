import NIOPosix

/// Runs imports on threads of their own: reading an export computes for minutes, which must not
/// keep pages waiting.
final class ImportExecutor: TaskExecutor {
    /// The number of imports that compute at the same time.
    static let threads = 1

    private let pool = NIOThreadPool(numberOfThreads: threads)

    init() {
        pool.start()
    }

    deinit {
        pool.shutdownGracefully { _ in }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        // A job must run, also when the pool has ended.
        pool.submit { _ in job.runSynchronously(on: executor) }
    }

    /// Ends the threads; all imports must have ended.
    func shutDown() async throws {
        try await pool.shutdownGracefully()
    }
}
