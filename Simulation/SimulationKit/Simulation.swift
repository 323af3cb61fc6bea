// SimulationKit: runs Swift concurrency in virtual time, on one thread, from one seed.

import CSimulation
package import TrendyModel

/// A deterministic, single-threaded simulation: one seed determines every interleaving and every
/// wait.
///
/// It owns the calling thread during ``run(seed:options:_:)``. Jobs that are enqueued from that
/// thread (tasks, detached tasks, actors, task groups, the main actor, `Task.sleep`) enter the
/// simulation's own queue. Time advances only when no job is ready or when the scheduling policy
/// stalls. Other threads are not affected, so simulations run beside each other and beside ordinary
/// tests.
package final class Simulation: @unchecked Sendable {
    // Unchecked: confined to the thread that called `run`; a job that reaches it from elsewhere
    // ends the run.

    /// The reason why a run failed.
    package enum Failure: Error, Sendable, CustomStringConvertible {
        /// A task waits, but no timer or job can resume it.
        case deadlock(at: Duration)
        /// The limit of virtual time was reached.
        case timedOut(at: Duration)
        /// The limit of steps was reached.
        case tooManySteps(Int)
        /// A task left the simulation.
        case escaped(String)

        /// The failure and where to look for its cause.
        package var description: String {
            switch self {
            case .deadlock(let time):
                "Deadlock at \(time): a task waits for an event that no timer and no other task "
                    + "will cause. Either the code waits for itself, or it left the simulation and "
                    + "came back on another thread (Dispatch, an NIO event loop, an async database "
                    + "access)."
            case .timedOut(let time): "The limit of virtual time was reached at \(time)."
            case .tooManySteps(let steps): "The run took more than \(steps) steps."
            case .escaped(let what): "The run left the simulation: \(what)"
            }
        }
    }

    /// Limits of a run, and the length of its trace.
    package struct Options: Sendable {
        /// The limit of virtual time.
        package var timeLimit: Duration
        /// The limit of steps.
        package var stepLimit: Int
        /// The number of trace lines that are kept.
        package var keptLines: Int
        /// The scheduling policy; drawn from the seed when `nil`.
        package var policy: SchedulingPolicy?
        /// Whether reading a C library clock ends the run.
        package var refusesClockReadings: Bool

        /// Options with explicit values.
        package init(
            timeLimit: Duration = .seconds(366 * 86_400),
            stepLimit: Int = 50_000_000,
            keptLines: Int = 200,
            policy: SchedulingPolicy? = nil,
            refusesClockReadings: Bool = true
        ) {
            self.timeLimit = timeLimit
            self.stepLimit = stepLimit
            self.keptLines = keptLines
            self.policy = policy
            self.refusesClockReadings = refusesClockReadings
        }
    }

    /// The result of a run.
    package struct Report: Sendable, Equatable {
        /// The number of jobs and timers that ran.
        package var steps = 0
        /// The virtual time at the end.
        package var now = Duration.zero
        /// The trace.
        package var trace: Trace
        /// The text of the error that ended the run; `nil` if it completed.
        package var failure: String?
    }

    /// The seed.
    package let seed: UInt64
    /// The scheduling policy.
    package let policy: SchedulingPolicy
    /// The longest stall while jobs are ready, where the policy allows stalls.
    package var maximumStall = Duration.seconds(86_400)
    /// Called after each step; an error that it throws ends the run.
    package var afterStep: (() throws -> Void)?

    private let options: Options
    private var schedule: SplitMix64
    private var ready: [UnownedJob] = []
    private var timers = TimerQueue()
    private var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var cancelledBeforeSleep: Set<Int> = []
    private var nanoseconds: Int64 = 0 {
        didSet { simulated_thread_set_time(nanoseconds) }
    }
    private var steps = 0
    private var trace: Trace
    private var isEnding = false
    private let escapeDetector = ExecutorEscapeDetector()

    /// 2026-01-01T00:00:00Z, the start of every simulation.
    package static let beginning = Instant(seconds: 1_767_225_600)

    private init(seed: UInt64, options: Options) {
        self.seed = seed
        self.options = options
        schedule = SplitMix64(seed: seed).fork("schedule")
        policy = options.policy ?? SchedulingPolicy(drawnFrom: &schedule)
        trace = Trace(keeping: options.keptLines)
    }

    /// The simulation that owns this thread.
    package static var current: Simulation? {
        simulated_thread_owner().map {
            Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Runs `body` to its end in virtual time.
    ///
    /// - Parameters:
    ///     - seed: determines every interleaving and random number.
    ///     - options: the limits of the run.
    ///     - body: the simulated code; it must end every task that it starts.
    /// - Returns: the report; ``Report/failure`` holds the text of the error that `body` threw, or
    ///   why the run failed.
    package static func run(
        seed: UInt64,
        options: Options = Options(),
        _ body: @escaping @Sendable (Simulation) async throws -> Void
    ) -> Report {
        _ = simulationExecutorsAreInstalled
        precondition(current == nil, "A simulation already owns this thread")
        let simulation = Simulation(seed: seed, options: options)
        simulated_thread_set_owner(Unmanaged.passUnretained(simulation).toOpaque())
        simulated_thread_set_time(0)
        _ = simulated_thread_take_clock_readings()
        simulation.escapeDetector.begin()
        defer {
            simulation.escapeDetector.end()
            simulated_thread_set_time(-1)
            simulated_thread_set_owner(nil)
        }
        return withExtendedLifetime(simulation) { simulation.run(body) }
    }

    private func run(_ body: @escaping @Sendable (Simulation) async throws -> Void) -> Report {
        let outcome = Outcome()
        let root = Task {
            do {
                try await body(self)
                outcome.result = .success(())
            } catch {
                outcome.result = .failure(error)
            }
        }
        var failure: (any Error)?
        do {
            while outcome.result == nil { try step() }
            if case .failure(let error) = outcome.result { failure = error }
        } catch {
            failure = error
            root.cancel()
        }
        let end = now
        unwind()
        return Report(
            steps: steps,
            now: end,
            trace: trace,
            failure: failure.map { String(describing: $0) }
        )
    }

    private final class Outcome: @unchecked Sendable {
        // Unchecked: only the simulation's thread touches it.
        var result: Result<Void, any Error>?
    }

    // MARK: clock, random numbers and trace

    /// The virtual time since the start.
    package var now: Duration { .nanoseconds(nanoseconds) }

    /// The true wall-clock time, without skew.
    package var wallTime: Instant {
        Instant(milliseconds: Self.beginning.milliseconds + nanoseconds / 1_000_000)
    }

    /// Whether the run is over and its tasks are being unwound.
    package var isOver: Bool { isEnding }

    /// A random generator for one part of the simulation.
    package func random(_ label: String) -> SplitMix64 {
        SplitMix64(seed: seed).fork(label)
    }

    /// Adds a line to the trace.
    package func log(_ line: @autoclosure () -> String) {
        guard isHome(), !isEnding else { return }
        trace.append("\(nanoseconds / 1_000_000) \(line())")
    }

    /// The last lines of the trace.
    package var recentLines: [String] { Array(trace.lines) }

    // MARK: time

    /// Waits until a deadline.
    ///
    /// A deadline in the past still lets other jobs run first.
    package func sleep(until deadline: Duration) async throws {
        try Task.checkCancellation()
        guard isHome() else { throw CancellationError() }
        let id = timers.nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                if isEnding || cancelledBeforeSleep.remove(id) != nil {
                    return continuation.resume(throwing: CancellationError())
                }
                sleepers[id] = continuation
                timers.add(
                    id: id,
                    deadline: max(nanoseconds, deadline.nanoseconds),
                    tie: schedule.next(),
                    wake: .sleeper
                )
            }
        } onCancel: {
            guard isHome() else { return }
            guard let continuation = sleepers.removeValue(forKey: id) else {
                cancelledBeforeSleep.insert(id)
                return
            }
            continuation.resume(throwing: CancellationError())
        }
        cancelledBeforeSleep.remove(id)
    }

    /// Advances time in the middle of a step, as when the machine stalls.
    ///
    /// Timers that become due run afterwards.
    package func stall(for span: Duration) {
        guard isHome() else { return }
        nanoseconds += max(0, span.nanoseconds)
    }

    /// Waits for a duration.
    package func sleep(for span: Duration) async throws {
        try await sleep(until: now + span)
    }

    /// Runs an action after a duration, outside of any task.
    package func after(_ span: Duration, _ action: @escaping () -> Void) {
        guard isHome() else { return }
        timers.add(
            id: timers.nextID(),
            deadline: nanoseconds + max(0, span.nanoseconds),
            tie: schedule.next(),
            wake: .action(action)
        )
    }

    /// Whether the current thread is the simulation's; otherwise the run fails.
    private func isHome() -> Bool {
        if Self.current === self { return true }
        escapeDetector.recordEscape("another thread used the simulation")
        return false
    }

    // MARK: jobs

    func enqueue(_ job: UnownedJob) {
        escapeDetector.follow(job)
        ready.append(job)
    }

    func enqueue(_ job: UnownedJob, after delay: Duration) {
        escapeDetector.follow(job)
        timers.add(
            id: timers.nextID(),
            deadline: nanoseconds + max(0, delay.nanoseconds),
            tie: schedule.next(),
            wake: .job(job)
        )
    }

    // MARK: steps

    private func step() throws {
        steps += 1
        guard steps <= options.stepLimit else { throw Failure.tooManySteps(options.stepLimit) }
        if ready.isEmpty || isStalling() { try advance() } else { runNextJob() }
        try checkForEscapes()
        try afterStep?()
    }

    private func runNextJob() {
        let index =
            policy.isFirstInFirstOut ? 0 : Int.random(in: 0..<ready.count, using: &schedule)
        let job = ready.remove(at: index)
        job.runSynchronously(on: SimulationExecutor.shared.asUnownedTaskExecutor())
    }

    /// The time of the next timer.
    ///
    /// Cancelled waits are dropped.
    private func nextDue() -> Int64? {
        while let (deadline, sleeper) = timers.next {
            guard let sleeper, sleepers[sleeper] == nil else { return deadline }
            _ = timers.removeFirst(dueAt: .max)
        }
        return nil
    }

    /// Whether time advances although jobs are ready.
    private func isStalling() -> Bool {
        guard policy.stallPerMille > 0, let due = nextDue(),
            due - nanoseconds <= min(policy.horizon, maximumStall).nanoseconds
        else { return false }
        return schedule.happens(policy.stallPerMille)
    }

    /// Advances to the next due timer.
    ///
    /// All timers with that deadline become ready together.
    private func advance() throws {
        guard let due = nextDue() else {
            // An escaped task may be about to appear on another thread, which identifies it.
            if let escape = escapeDetector.waitForEscape() { throw Failure.escaped(escape) }
            throw Failure.deadlock(at: now)
        }
        guard due <= options.timeLimit.nanoseconds else { throw Failure.timedOut(at: now) }
        if due > nanoseconds { nanoseconds = due }
        while let timer = timers.removeFirst(dueAt: nanoseconds) {
            switch timer.wake {
            case .job(let job): ready.append(job)
            case .sleeper: sleepers.removeValue(forKey: timer.id)?.resume()
            case .action(let action): action()
            }
        }
    }

    private func checkForEscapes() throws {
        if let escape = escapeDetector.escape { throw Failure.escaped(escape) }
        guard options.refusesClockReadings, simulated_thread_take_clock_readings() > 0 else {
            return
        }
        throw Failure.escaped(
            "a clock of the machine was read instead of the injected one, by "
                + SymbolNames.ofLastClockReader().joined(separator: " < ")
        )
    }

    /// Resumes everything that still waits, so that a failed run leaves no suspended task.
    private func unwind() {
        isEnding = true
        afterStep = nil
        var rounds = 0
        repeat {
            for id in sleepers.keys.sorted() {
                sleepers.removeValue(forKey: id)?.resume(throwing: CancellationError())
            }
            while let timer = timers.removeFirst(dueAt: .max) {
                if case .job(let job) = timer.wake { ready.append(job) }
            }
            while !ready.isEmpty, rounds < 1_000_000 {
                rounds += 1
                runNextJob()
            }
        } while (!sleepers.isEmpty || !ready.isEmpty) && rounds < 1_000_000
        _ = simulated_thread_take_clock_readings()
    }
}
