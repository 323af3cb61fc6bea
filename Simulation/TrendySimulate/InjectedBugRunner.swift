import Foundation
import SimulationKit
import Synchronization
import TrendySimulation

/// Searches for injected bugs in parallel, each on one thread.
struct InjectedBugRunner {
    let bugs: [InjectedBug]

    /// Runs each bug's seeds until one of the checks that are meant to find it fails.
    ///
    /// - `onResult`: called with each result, one at a time.
    func run(
        jobs: Int,
        onResult: @escaping (InjectedBugResult) -> Void
    ) -> [InjectedBugResult] {
        let state = Mutex(State(waiting: bugs.reversed()))
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let report = onResult
        let work: @Sendable () -> Void = {
            while let bug = state.withLock({ $0.waiting.popLast() }) {
                let result = search(for: bug)
                state.withLock { state in
                    state.results[result.name] = result
                    // One at a time, under the lock.
                    report(result)
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
        let results = state.withLock { $0.results }
        return bugs.compactMap { results[$0.name] }
    }

    private struct State {
        var waiting: [InjectedBug]
        var results: [String: InjectedBugResult] = [:]
    }

    private func search(for bug: InjectedBug) -> InjectedBugResult {
        let begun = ThreadProcessorTime.now
        var result = InjectedBugResult(bug)
        for seed in bug.seeds where result.check == nil {
            let run = WorldRun(seed: seed, options: bug.options)
            result.seeds += 1
            if let check = run.failedCheck, bug.detection.checks.contains(check) {
                (result.seed, result.check) = (seed, check)
                result.reason = run.report.failure
                result.command =
                    "trendy-simulate --replay \(seed)" + SimulateCommand.arguments(of: bug.options)
            } else if let failure = run.report.failure {
                result.otherFailures.append("Seed \(seed): \(failure)")
            }
        }
        result.cpuSeconds = (ThreadProcessorTime.now - begun) / .seconds(1)
        return result
    }
}

/// The result of the search for one injected bug.
struct InjectedBugResult: Codable {
    var name: String
    var summary: String
    var days: Int
    var devices: Int
    /// The number of seeds that ran.
    var seeds = 0
    /// The seed that found the bug; `nil` if none did.
    var seed: UInt64?
    /// The check that found the bug.
    var check: String?
    /// The violation.
    var reason: String?
    /// The command that prints the trace of the seed that found the bug.
    var command: String?
    /// Failures of other kinds.
    var otherFailures: [String] = []
    /// The processor time until the bug was found, in seconds.
    var cpuSeconds = 0.0

    init(_ bug: InjectedBug) {
        name = bug.name
        summary = bug.summary
        days = bug.detection.days
        devices = bug.detection.devices
    }

    /// The heading of the table.
    static let heading = row("injected bug", "seed", "runs", "days", "seconds", "check")

    /// The result as a row of the table.
    var line: String {
        Self.row(
            name,
            seed.map { "\($0)" } ?? "-",
            "\(seeds)",
            "\(days)",
            String(format: "%.2f", cpuSeconds),
            check ?? "NOT FOUND"
        )
    }

    /// Prints the violation and the command that prints its trace.
    func printReplay() {
        guard let seed, let reason, let command else { return }
        print("Seed \(seed) fails: \(reason)")
        print("  \(command)")
    }

    private static func row(
        _ name: String,
        _ seed: String,
        _ runs: String,
        _ days: String,
        _ seconds: String,
        _ check: String
    ) -> String {
        let name = name.padding(toLength: 30, withPad: " ", startingAt: 0)
        let numbers = [seed, runs, days, seconds].map {
            String(repeating: " ", count: max(0, 8 - $0.count)) + $0
        }
        return name + numbers.joined() + "  " + check
    }
}

/// The results of the search for all injected bugs.
struct InjectedBugSummary: Codable {
    var bugs: [InjectedBugResult]
    /// The highest processor time of a bug, in seconds.
    var worstSeconds: Double
    var medianSeconds: Double
    var sumSeconds: Double

    init(_ results: [InjectedBugResult]) {
        bugs = results
        let times = results.map(\.cpuSeconds).sorted()
        worstSeconds = times.last ?? 0
        let middle = times.dropFirst((times.count - 1) / 2).prefix(times.count % 2 == 0 ? 2 : 1)
        medianSeconds = middle.reduce(0, +) / Double(max(1, middle.count))
        sumSeconds = times.reduce(0, +)
    }

    /// The bugs that no seed found.
    var missed: [InjectedBugResult] { bugs.filter { $0.check == nil } }

    func printReport() {
        print(InjectedBugResult.heading)
        for bug in bugs { print(bug.line) }
        print(
            String(
                format: "%d of %d injected bugs found; processor time until each is found: worst "
                    + "%.2f s, median %.2f s, sum %.1f s",
                bugs.count - missed.count,
                bugs.count,
                worstSeconds,
                medianSeconds,
                sumSeconds
            )
        )
        for bug in missed {
            print("\(bug.name) was not found by \(bug.seeds) seeds: \(bug.summary)")
            for failure in bug.otherFailures { print("  \(failure)") }
        }
    }
}
