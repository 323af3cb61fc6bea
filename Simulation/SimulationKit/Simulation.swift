// SimulationKit: runs Swift concurrency in virtual time, on one thread, from one seed.

import CSimulation
public import TrendyModel

/// A single-threaded world: one seed decides every interleaving and every wait.
///
/// It owns the calling thread for the length of ``run(seed:options:_:)``. Whatever is enqueued from
/// that thread meanwhile (tasks, detached ones, actors, task groups, the main actor, `Task.sleep`)
/// waits in the simulation's own list, and time goes on only when nothing is left to do or the
/// scheduling policy says so. Other threads go on as usual, so that simulations run beside each
/// other and beside ordinary tests.
public final class Simulation: @unchecked Sendable {
    // Unchecked: it is confined to the thread that called `run`; what reaches it from elsewhere
    // ends the run.

    /// Why a run could not go on.
    public enum Failure: Error, Sendable, CustomStringConvertible {
        /// Work waits, but nothing will ever wake it.
        case deadlock(at: Duration)
        /// The virtual time that was allowed is over.
        case timedOut(at: Duration)
        /// It took more steps than allowed.
        case tooManySteps(Int)
        /// Something reached out of the simulation.
        case escaped(String)

        /// What happened and where to look.
        public var description: String {
            switch self {
            case .deadlock(let time):
                "Nothing can go on at \(time): a job waits for something that no timer and no task "
                    + "will bring. Either code waits for itself, or it left the simulation and "
                    + "came back on another thread (Dispatch, an NIO event loop, an async database "
                    + "access)."
            case .timedOut(let time): "The virtual time that was allowed is over at \(time)."
            case .tooManySteps(let steps): "The run took more than \(steps) steps."
            case .escaped(let what): "The run left the simulation: \(what)"
            }
        }
    }

    /// What a run is allowed, and what it keeps.
    public struct Options: Sendable {
        /// The virtual time after which a run has failed.
        public var timeLimit: Duration
        /// The steps after which a run has failed.
        public var stepLimit: Int
        /// Lines of the trace that are kept.
        public var keptLines: Int
        /// How the next job is chosen; drawn from the seed when `nil`.
        public var policy: SchedulingPolicy?
        /// Whether reading a clock of the C library ends the run.
        public var refusesClockReadings: Bool

        /// Options of one's own.
        public init(
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

    /// What a run did.
    public struct Report: Sendable, Equatable {
        /// The jobs and timers that ran.
        public var steps = 0
        /// The virtual time at the end.
        public var now = Duration.zero
        /// What was logged.
        public var trace: Trace
        /// The error that ended it, if one did; the text for people.
        public var failure: String?
    }

    /// What decides everything.
    public let seed: UInt64
    /// How the next job is chosen.
    public let policy: SchedulingPolicy
    /// How far time may go on at most although work is waiting, where the policy lets it.
    public var maximumStall = Duration.seconds(86_400)
    /// Called after each step; what it throws ends the run.
    public var afterStep: (() throws -> Void)?

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
    private let watch = ExecutorEscapeDetector()

    /// 2026-01-01T00:00:00Z: where every simulation begins.
    public static let beginning = Instant(seconds: 1_767_225_600)

    private init(seed: UInt64, options: Options) {
        self.seed = seed
        self.options = options
        schedule = SplitMix64(seed: seed).fork("schedule")
        policy = options.policy ?? SchedulingPolicy(drawnFrom: &schedule)
        trace = Trace(keeping: options.keptLines)
    }

    /// The simulation that owns this thread.
    public static var current: Simulation? {
        simulated_thread_owner().map {
            Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Runs `body` to its end in virtual time.
    ///
    /// - Parameters:
    ///   - seed: decides everything.
    ///   - options: what the run is allowed.
    ///   - body: what is simulated; it must end all that it began.
    /// - Returns: what happened; ``Report/failure`` tells what `body` threw, or why the run could
    ///   not go on.
    public static func run(
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
        simulation.watch.begin()
        defer {
            simulation.watch.end()
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

    // MARK: what the world reads

    /// The virtual time since the beginning.
    public var now: Duration { .nanoseconds(nanoseconds) }

    /// The true wall time: that of a clock that is right.
    public var wallTime: Instant {
        Instant(milliseconds: Self.beginning.milliseconds + nanoseconds / 1_000_000)
    }

    /// Whether the run is over and tasks only unwind.
    public var isOver: Bool { isEnding }

    /// A generator for one part of the world.
    public func random(_ label: String) -> SplitMix64 {
        SplitMix64(seed: seed).fork(label)
    }

    /// Adds a line to the trace.
    public func log(_ line: @autoclosure () -> String) {
        guard isHome(), !isEnding else { return }
        trace.append("\(nanoseconds / 1_000_000) \(line())")
    }

    /// The last lines of the trace.
    public var recentLines: [String] { Array(trace.lines) }

    // MARK: time

    /// Waits until a moment; a wait of no length still lets others go first.
    public func sleep(until deadline: Duration) async throws {
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

    /// Lets time go on in the middle of a step, as when the machine stops: what becomes due
    /// meanwhile happens afterwards.
    public func stall(for span: Duration) {
        guard isHome() else { return }
        nanoseconds += max(0, span.nanoseconds)
    }

    /// Waits for a span.
    public func sleep(for span: Duration) async throws {
        try await sleep(until: now + span)
    }

    /// Does something after a span, outside of any task.
    public func after(_ span: Duration, _ action: @escaping () -> Void) {
        guard isHome() else { return }
        timers.add(
            id: timers.nextID(),
            deadline: nanoseconds + max(0, span.nanoseconds),
            tie: schedule.next(),
            wake: .action(action)
        )
    }

    /// Whether this is the simulation's thread; the run ends when it is another one.
    private func isHome() -> Bool {
        if Self.current === self { return true }
        watch.tell("another thread used the simulation")
        return false
    }

    // MARK: the executor's side

    func enqueue(_ job: UnownedJob) {
        watch.follow(job)
        ready.append(job)
    }

    func enqueue(_ job: UnownedJob, after delay: Duration) {
        watch.follow(job)
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

    /// When something is due next; waits that were cancelled are dropped.
    private func nextDue() -> Int64? {
        while let (deadline, sleeper) = timers.next {
            guard let sleeper, sleepers[sleeper] == nil else { return deadline }
            _ = timers.removeFirst(dueAt: .max)
        }
        return nil
    }

    /// Whether time goes on although work is waiting.
    private func isStalling() -> Bool {
        guard policy.stallPerMille > 0, let due = nextDue(),
            due - nanoseconds <= min(policy.horizon, maximumStall).nanoseconds
        else { return false }
        return schedule.happens(policy.stallPerMille)
    }

    /// Goes to the next moment at which something is due; all that is due then is due together.
    private func advance() throws {
        guard let due = nextDue() else {
            // Whoever left may be about to come back, and tells who it was.
            if let escape = watch.waitForEscape() { throw Failure.escaped(escape) }
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
        if let escape = watch.escape { throw Failure.escaped(escape) }
        guard options.refusesClockReadings, simulated_thread_take_clock_readings() > 0 else {
            return
        }
        throw Failure.escaped(
            "a clock of the machine was read instead of the one that was handed in, by "
                + SymbolNames.ofLastClockReader().joined(separator: " < ")
        )
    }

    /// Ends what is still waiting, so that nothing is left hanging when the run has failed.
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
