import Foundation
import SimulationKit

/// Runs a simulation in real time, or faster, on a thread of its own, and takes commands.
///
/// A task that the simulation's thread resumed would enter the simulation. So the simulation never
/// answers a waiting task itself: a second thread, the courier, delivers its answers.
final class PacedSimulation: Sendable {
    /// Work on the simulation's thread.
    typealias Command = @Sendable (Simulation) -> Void

    private let commands = Mailbox<Command>()
    private let deliveries = Mailbox<@Sendable () -> Void>()

    /// Starts both threads.
    ///
    /// - Parameters:
    ///   - seed: determines every random number of the run.
    ///   - body: the simulated world; the simulation ends when it returns.
    ///   - end: called once on the courier's thread with the reason why the simulation failed, or
    ///     `nil`.
    func start(
        seed: UInt64,
        _ body: @escaping @Sendable (Simulation) async throws -> Void,
        onEnd end: @escaping @Sendable (String?) -> Void
    ) {
        let courier = Thread { [deliveries] in
            while true { for deliver in deliveries.take(isWaiting: true) { deliver() } }
        }
        courier.name = "courier"
        courier.start()
        // The simulation's thread cannot wait for a real time, because its clocks are virtual.
        let ticker = Thread { [commands] in
            while true {
                Thread.sleep(forTimeInterval: Self.tick)
                commands.post { _ in }
            }
        }
        ticker.name = "ticker"
        ticker.start()
        let runner = Thread { [self] in
            var options = Simulation.Options(
                timeLimit: .seconds(100 * 366 * 86_400),
                stepLimit: .max,
                keptLines: 1,
                policy: .prompt
            )
            options.refusesClockReadings = false
            let report = Simulation.run(seed: seed, options: options) { [self] simulation in
                keepPace(with: simulation, Runner())
                try await body(simulation)
            }
            deliveries.post { end(report.failure) }
        }
        runner.name = "simulation"
        // Evaluating views of a deep hierarchy needs more than the default of 512 KiB.
        runner.stackSize = 16 << 20
        runner.start()
    }

    /// Runs work on the simulation's thread; safe to call on any thread.
    func perform(_ command: @escaping Command) {
        commands.post(command)
    }

    /// Runs work on the simulation's thread and returns its result.
    ///
    /// Call it from a task outside of the simulation.
    func result<Value: Sendable>(_ body: @escaping @Sendable (Simulation) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            perform { [deliveries] simulation in
                let value = body(simulation)
                deliveries.post { continuation.resume(returning: value) }
            }
        }
    }

    /// Runs work on the courier's thread, which may resume tasks outside of the simulation.
    func deliver(_ work: @escaping @Sendable () -> Void) {
        deliveries.post(work)
    }

    /// Sets the speed in virtual seconds for one real second; 0 pauses.
    func setSpeed(_ speed: Double) {
        perform { Runner.current?.restart(speed: speed, at: $0.now) }
    }

    /// Advances the virtual time by a span as fast as possible.
    func skip(_ span: Duration) {
        perform { Runner.current?.skip(span, from: $0.now) }
    }

    /// The state of the simulation's thread.
    private final class Runner: @unchecked Sendable {
        // Unchecked: confined to the simulation's thread.
        var pace = Pace()
        private var skipEnd = Duration.zero
        private let start = RealTime.now

        /// The runner of this thread.
        static var current: Runner? { Thread.current.threadDictionary["runner"] as? Runner }

        init() {
            Thread.current.threadDictionary["runner"] = self
        }

        private var real: Duration { RealTime.now - start }

        func restart(speed: Double, at now: Duration) {
            pace.restart(speed: speed, at: now, real: real)
        }

        func skip(_ span: Duration, from now: Duration) {
            skipEnd = RecordedTime(of: now + span).duration
        }

        /// The virtual time by which the simulation advances now; `nil` while less than a tick is
        /// due, so that an idle simulation waits instead of advancing by microseconds.
        ///
        /// Steps end in the middle of a millisecond, when no timer of the app is due: so a recorded
        /// command comes in the same order again.
        func step(from now: Duration) -> Duration? {
            guard let span = dueSpan(from: now) else { return nil }
            let end = RecordedTime(before: now + span).duration
            return end > now ? end - now : nil
        }

        private func dueSpan(from now: Duration) -> Duration? {
            if now < skipEnd { return min(skipEnd - now, Self.longestStep) }
            if skipEnd > .zero {
                skipEnd = .zero
                pace.restart(speed: pace.speed, at: now, real: real)
            }
            let due = pace.due(at: real) - now
            let tick = Duration.seconds(PacedSimulation.tick) * pace.speed
            // A machine that is too slow for the speed goes on from where it is.
            if due > .seconds(max(1, pace.speed)) {
                pace.restart(speed: pace.speed, at: now, real: real)
                return min(tick, Self.longestStep)
            }
            return due > .zero && due >= tick / 2 ? min(due, Self.longestStep) : nil
        }

        /// The longest virtual time between two looks for commands.
        private static let longestStep = Duration.seconds(60)
    }

    /// The seconds of real time between two looks for commands.
    private static let tick = 0.01

    /// Advances in small steps: before each, waits for its real time and runs the commands.
    private func keepPace(with simulation: Simulation, _ runner: Runner) {
        let now = simulation.now
        for command in commands.take(isWaiting: false) { command(simulation) }
        if let step = runner.step(from: now) {
            simulation.after(step) { [self] in keepPace(with: simulation, runner) }
            return
        }
        for command in commands.take(isWaiting: true) { command(simulation) }
        // Jobs that the commands made ready run before the next look.
        simulation.after(.zero) { [self] in keepPace(with: simulation, runner) }
    }
}
