@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// An executor that enqueues each job in the simulation that owns the current thread, or else
/// passes it to the platform's executor.
///
/// This file alone uses toolchain features that are not stable yet: the executor factory behind
/// `Task.yield`, `Task.sleep` and the main actor. See docs/explanation/simulation.md.
final class SimulationExecutor: TaskExecutor, SchedulingExecutor {
    static let shared = SimulationExecutor()

    private let platform = PlatformExecutorFactory.defaultExecutor

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard let simulation = Simulation.current else {
            ExecutorEscapeDetector.notice(job)
            return platform.enqueue(ExecutorJob(job))
        }
        simulation.enqueue(job)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        after delay: C.Duration,
        tolerance: C.Duration?,
        clock: C
    ) {
        guard let simulation = Simulation.current, let delay = delay as? Duration else {
            guard let platform = platform as? any SchedulingExecutor else {
                return platform.enqueue(job)
            }
            return platform.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
        }
        simulation.enqueue(UnownedJob(job), after: delay)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        at instant: C.Instant,
        tolerance: C.Duration?,
        clock: C
    ) {
        guard let simulation = Simulation.current,
            let delay = clock.now.duration(to: instant) as? Duration
        else {
            guard let platform = platform as? any SchedulingExecutor else {
                return platform.enqueue(job)
            }
            return platform.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
        }
        simulation.enqueue(UnownedJob(job), after: delay)
    }
}

extension UnownedJob {
    /// The number of the task that the job resumes; `nil` for other jobs.
    ///
    /// Jobs that run an actor all have the number 0, whichever actor it is.
    var taskID: UInt64? {
        ExecutorJob(self).kind == .task ? getJobTaskID(self) : nil
    }
}

/// A function of the Swift runtime.
@_silgen_name("swift_task_getJobTaskId")
private func getJobTaskID(_ job: UnownedJob) -> UInt64

/// The main actor's executor; each simulation has its own.
final class SimulationMainExecutor: MainExecutor {
    static let shared = SimulationMainExecutor()

    private let platform = PlatformExecutorFactory.mainExecutor

    func enqueue(_ job: consuming ExecutorJob) {
        guard let simulation = Simulation.current else { return platform.enqueue(job) }
        simulation.enqueue(UnownedJob(job))
    }

    func run() throws { try platform.run() }

    func stop() { platform.stop() }

    var isMainExecutor: Bool { true }

    func checkIsolated() {
        if Simulation.current == nil { platform.checkIsolated() }
    }
}

private struct SimulationExecutorFactory: ExecutorFactory {
    static var mainExecutor: any MainExecutor { SimulationMainExecutor.shared }
    static var defaultExecutor: any TaskExecutor { SimulationExecutor.shared }
}

/// Replaces the platform's executors, once per process.
let simulationExecutorsAreInstalled: Void = {
    _createExecutors(factory: SimulationExecutorFactory.self)
}()
