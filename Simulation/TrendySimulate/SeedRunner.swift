import Foundation
import Glibc
import SimulationKit
import Synchronization
import TrendySimulation

/// Runs many seeds in parallel, each on its own thread.
struct SeedRunner {
    let options: WorldOptions
    let repetitions: Int
    let stopsAtFirst: Bool
    /// The time after which no seed is started.
    var limit: Duration?

    /// Runs a range of seeds.
    ///
    /// - `onRun`: called with each run, one at a time.
    func run(
        _ seeds: Range<UInt64>,
        jobs: Int,
        onRun: @escaping (WorldRun) -> Void
    ) -> SeedSummary {
        let state = Mutex(State(next: seeds.lowerBound))
        let done = DispatchSemaphore(value: 0)
        let started = ContinuousClock.now
        nonisolated(unsafe) let report = onRun
        let deadline = limit.map { started + $0 }
        let isOver = { @Sendable in deadline.map { ContinuousClock.now >= $0 } ?? false }
        let work: @Sendable () -> Void = {
            while !isOver(), let seed = state.withLock({ $0.take(before: seeds.upperBound) }) {
                let run = run(seed)
                state.withLock { state in
                    state.summary.add(run)
                    // One at a time, under the lock.
                    report(run)
                    if stopsAtFirst, run.report.failure != nil { state.isStopped = true }
                }
            }
            done.signal()
        }
        for _ in 0..<jobs {
            let thread = Thread(block: work)
            thread.stackSize = 8 << 20
            thread.start()
        }
        for _ in 0..<jobs { done.wait() }
        var summary = state.withLock { $0.summary }
        summary.wallSeconds = (ContinuousClock.now - started) / .seconds(1)
        summary.cpuSeconds = processorSeconds()
        summary.deviceDays =
            Double(summary.seeds * options.days * options.devices * repetitions)
        return summary
    }

    private struct State {
        var next: UInt64
        var isStopped = false
        var summary = SeedSummary()

        mutating func take(before end: UInt64) -> UInt64? {
            guard !isStopped, next < end else { return nil }
            defer { next += 1 }
            return next
        }
    }

    private func run(_ seed: UInt64) -> WorldRun {
        var run = WorldRun(seed: seed, options: options)
        for number in 1..<max(1, repetitions) where run.report.failure == nil {
            let next = WorldRun(seed: seed, options: options)
            if next != run {
                run.report.failure = """
                    determinism: run \(number + 1) went another way (\(run.report.steps) and \
                    \(next.report.steps) steps)
                    """
            }
        }
        return run
    }

    private func processorSeconds() -> Double {
        Double(clock()) / Double(CLOCKS_PER_SEC)
    }
}

/// The results of a range of seeds.
struct SeedSummary: Codable {
    struct Failure: Codable {
        var seed: UInt64
        var reason: String
    }

    var seeds = 0
    var failures: [Failure] = []
    var coverage: [String: Int] = [:]
    var steps = 0
    var virtualSeconds = 0.0
    var deviceDays = 0.0
    var wallSeconds = 0.0
    var cpuSeconds = 0.0

    /// Coverage points that no seed reached.
    var unreached: [String] {
        CoveragePoint.allCases.map(\.rawValue).filter { coverage[$0] == nil }
    }

    mutating func add(_ run: WorldRun) {
        seeds += 1
        steps += run.report.steps
        virtualSeconds += run.report.now / .seconds(1)
        coverage.merge(run.coverage) { $0 + $1 }
        if let reason = run.report.failure {
            failures.append(Failure(seed: run.seed, reason: reason))
        }
    }

    func printReport() {
        for point in CoveragePoint.allCases {
            let name = point.rawValue.padding(toLength: 24, withPad: " ", startingAt: 0)
            print("\(name) \(coverage[point.rawValue] ?? 0)")
        }
        print(
            String(
                format: "%.0f virtual days, %d steps, %.1f s of wall time, %.1f s of CPU; %.0f "
                    + "device-days a minute of CPU",
                virtualSeconds / 86_400,
                steps,
                wallSeconds,
                cpuSeconds,
                deviceDays / cpuSeconds * 60
            )
        )
    }
}
