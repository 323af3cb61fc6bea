import ArgumentParser
import Foundation
import SimulationKit
package import TrendySimulation

/// The `trendy-simulate` command.
@main
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trendy-simulate",
        abstract: "Runs Trendy's devices and server in a simulated world, one seed at a time.",
        discussion: """
            A seed determines the actions of people, the faults of network, disks, clocks and \
            processes, and the order of all events. The days with faults are followed by a calm \
            phase, in which all replicas must agree. With the same build, a seed always gives \
            the same run.

            trendy-simulate --seeds 0..<1000            search for a seed that fails
            trendy-simulate --replay 17                 print the trace of a seed
            trendy-simulate --minimize 17               minimize a failing run
            trendy-simulate --seeds 0..<100 --inject-bug no-idempotency-record
            trendy-simulate --injected-bugs --jobs 2    search for every injected bug

            Exit codes: 0 no seed failed (with --inject-bug: one did; with --injected-bugs: all bugs \
            were found), 1 otherwise, 64 wrong usage.
            """
    )

    @Option(help: "The seeds, as A..<B.")
    var seeds = SeedRange(range: 0..<100)

    @Option(help: "Start no seed after this many minutes or after a failure.")
    var minutes: Double?

    @Option(help: "The number of days with faults.")
    var days = 7

    @Option(help: "The number of devices.")
    var devices = 3

    @Option(help: "The faults: \(Scenario.allCases.map(\.rawValue).joined(separator: ", ")).")
    var scenario = Scenario.everything

    @Option(
        parsing: .upToNextOption,
        help: "Faults to exclude: \(Fault.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var without: [Fault] = []

    @Flag(help: "People visit places all day, as with --scenario visits.")
    var restless = false

    @Flag(help: "People act at least every hour.")
    var busy = false

    @Flag(help: "The machine runs all due work without delay.")
    var prompt = false

    @Option(help: "Inject a bug (see --list-injected-bugs); the run succeeds if a seed detects it.")
    var injectBug: String?

    @Flag(help: "List the bugs that can be injected.")
    var listInjectedBugs = false

    @Flag(
        help: """
            Search for each injected bug, or for the one of --inject-bug, in worlds where it has an \
            effect soon, and print the processor time until it is found.
            """
    )
    var injectedBugs = false

    @Option(help: "Run this seed and print its trace.")
    var replay: UInt64?

    @Option(help: "Minimize the run of this seed while it fails in the same way.")
    var minimize: UInt64?

    @Option(help: "The number of trace lines that --replay prints; 0 for all.")
    var lines = 80

    @Option(help: "With --replay: an entity whose sent mutations are all printed.")
    var follow: [String] = []

    @Option(help: "Run each seed this many times and compare the traces.")
    var `repeat` = 1

    @Flag(help: "Fail if no seed reached one of the coverage points.")
    var requireCoverage = false

    @Flag(help: "Print the count of each coverage point, the virtual time and the speed.")
    var report = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    @Option(help: "The number of seeds that run in parallel.")
    var jobs = 1

    func validate() throws {
        guard days > 0, devices > 0, jobs > 0, `repeat` > 0, lines >= 0 else {
            throw ValidationError("--days, --devices, --jobs and --repeat must be at least 1.")
        }
        if let minutes, minutes < 0 {
            throw ValidationError("--minutes must not be negative.")
        }
        if let injectBug, !InjectedBug.all.contains(where: { $0.name == injectBug }) {
            throw ValidationError(
                "There is no injected bug \(injectBug); --list-injected-bugs prints all."
            )
        }
    }

    func run() throws {
        if listInjectedBugs {
            for bug in InjectedBug.all { print("\(bug.name): \(bug.summary)") }
            return
        }
        useDeterministicHashing()
        if injectedBugs { return try searchForInjectedBugs() }
        if let seed = replay { return try replay(seed) }
        if let seed = minimize { return try minimize(seed) }
        let runner = SeedRunner(
            options: options,
            repetitions: `repeat`,
            stopsAtFirst: injectBug != nil || minutes != nil,
            limit: minutes.map { .seconds($0 * 60) }
        )
        var progress = SeedProgress(total: seeds.range.count)
        let summary = runner.run(seeds.range, jobs: jobs) { run in
            progress.add(run)
            guard let failure = run.report.failure, !json else { return }
            progress.clear()
            print("Seed \(run.seed) fails: \(failure)")
            print("  trendy-simulate --replay \(run.seed)\(arguments)")
            // Flushes at once, so that a reader of a log file sees the line.
            fflush(nil)
        }
        progress.clear()
        try finish(summary)
    }

    private var options: WorldOptions {
        var options = WorldOptions()
        options.days = days
        options.devices = devices
        options.followed = Set(follow.map { $0.lowercased() })
        options.without = Set(without).union(scenario.without)
        options.isRestless = restless || scenario.isRestless
        options.isBusy = busy
        options.isPrompt = prompt
        options.injectedBug = InjectedBug.all.first { $0.name == injectBug }
        return options
    }

    /// The options that determine a run, as command-line arguments.
    private var arguments: String { Self.arguments(of: options) }

    static func arguments(of options: WorldOptions) -> String {
        var text = " --days \(options.days) --devices \(options.devices)"
        if !options.without.isEmpty {
            text += " --without " + options.without.map(\.rawValue).sorted().joined(separator: " ")
        }
        if options.isRestless { text += " --restless" }
        if options.isBusy { text += " --busy" }
        if options.isPrompt { text += " --prompt" }
        if let bug = options.injectedBug { text += " --inject-bug \(bug.name)" }
        return text
    }

    private func replay(_ seed: UInt64) throws {
        let run = WorldRun(
            seed: seed,
            options: options,
            keptLines: lines == 0 ? 10_000_000 : lines
        )
        for line in run.report.trace.lines { print(line) }
        print("Trace \(String(run.report.trace.hash, radix: 16)), \(run.report.trace.count) lines")
        print("Seed \(seed): \(run.report.failure ?? "no promise was broken")")
        if run.report.failure != nil { throw ExitCode.failure }
    }

    private func minimize(_ seed: UInt64) throws {
        guard var minimizer = Minimizer(seed: seed, options: options, report: { print($0) }) else {
            print("Seed \(seed) does not fail.")
            return
        }
        let smallest = minimizer.run()
        print("trendy-simulate --replay \(seed)\(Self.arguments(of: smallest))")
    }

    private func finish(_ summary: SeedSummary) throws {
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(summary), as: UTF8.self))
        } else {
            if report { summary.printReport() }
            print(
                "\(summary.seeds) seeds from \(seeds.range.lowerBound), \(summary.failures.count) "
                    + "failed"
            )
        }
        if requireCoverage, !summary.unreached.isEmpty {
            print("Never reached: \(summary.unreached.joined(separator: ", "))")
            throw ExitCode.failure
        }
        guard summary.failures.isEmpty == (injectBug == nil) else { throw ExitCode.failure }
    }
}

extension Scenario: ExpressibleByArgument {}
extension Fault: ExpressibleByArgument {}

/// A range of seeds, written `A..<B` on the command line.
struct SeedRange: ExpressibleByArgument {
    var range: Range<UInt64>

    init(range: Range<UInt64>) {
        self.range = range
    }

    init?(argument: String) {
        guard let dots = argument.range(of: "..<"),
            let first = UInt64(argument[..<dots.lowerBound]),
            let end = UInt64(argument[dots.upperBound...]), first < end
        else { return nil }
        range = first..<end
    }

    var defaultValueDescription: String { "\(range.lowerBound)..<\(range.upperBound)" }
}

/// Restarts the program with deterministic hashing, so that the order of dictionaries and sets is
/// the same in every process.
private func useDeterministicHashing() {
    let variable = "SWIFT_DETERMINISTIC_HASHING"
    guard ProcessInfo.processInfo.environment[variable] == nil else { return }
    setenv(variable, "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    execv("/proc/self/exe", arguments)
    // Without deterministic hashing the run continues; its order can differ from another process's.
    FileHandle.standardError.write(Data("Warning: \(variable) could not be set.\n".utf8))
}
