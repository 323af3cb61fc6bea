import Foundation
import MutantSchemata
import Synchronization

/// Which tests and which seeds reach which mutants.
///
/// Each test runs once in a process of its own, so that a test reaches what its own process
/// reached, in whatever thread. The map is kept; a later run completes it and repeats the tests of
/// targets that changed.
struct CoverageMap: Sendable {
    /// A test or a seed.
    struct Entry: Codable, Sendable {
        var name: String
        /// What it is part of: a test target, or `fleet`.
        var group: String
        /// The version of the group; see ``Workspace/testsHash(_:)`` and ``Workspace/fleetHash()``.
        var version: String
        var seconds: Double
        var passed: Bool
        /// The numbers of reached mutants, as pairs of a first number and a count.
        var reached: [[Int]]

        /// What a mutant survives as a whole: the test target, or the single seed.
        var part: String { group == CoverageMap.fleet ? name : group }

        /// The number of reached mutants.
        var reachedCount: Int { reached.reduce(0) { $0 + $1[1] } }

        /// The number of reached mutants among some numbers.
        func reachedCount(in numbers: Range<Int>) -> Int {
            reached.reduce(0) { $0 + numbers.clamped(to: $1[0]..<$1[0] + $1[1]).count }
        }

        func contains(_ number: Int) -> Bool {
            var (low, high) = (0, reached.count)
            while low < high {
                let middle = (low + high) / 2
                if reached[middle][0] + reached[middle][1] <= number {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low < reached.count && reached[low][0] <= number
        }
    }

    /// The tests to map.
    struct Tests: Sendable {
        /// Only these targets; all if empty.
        var targets: Set<String> = []
        /// Whether the tests of a suite run together, which is faster and less exact.
        var areSuites = false
        /// Begins no further test after this time; 0 for no limit.
        var minutes = 0.0
        /// The files whose suites come first, as `Module/path`.
        var files: [String] = []
    }

    /// Passing tests.
    private(set) var tests: [Entry]
    /// Passing seeds.
    private(set) var seeds: [Entry]

    /// The longest duration of a test or seed without a mutant, in seconds.
    private static let limit = 300.0

    /// Tests whose files take minutes or run the simulation's executable.
    private static let excluded = "TrendySimulationTests."

    static func make(
        _ workspace: Workspace,
        _ schemata: Schemata,
        tests: Tests?,
        seeds: Int,
        days: Int,
        jobs: Int
    ) async throws -> CoverageMap {
        let mutants = schemata.mutants.count
        let hash = try workspace.productHash("\(mutants) \(schemata.live.sorted())")
        let kept = try Journal<Entry>(
            workspace.state.appendingPathComponent("coverage-\(hash).jsonl")
        )
        var work: [Job] = []
        if let tests { work += try await testJobs(workspace, tests) }
        let fleetVersion = try workspace.fleetHash()
        work += (0..<seeds).map {
            Job(
                name: "seed \($0) of \(days) days",
                group: fleet,
                version: fleetVersion,
                program: workspace.simulator,
                arguments: ["--seeds", "\($0)..<\($0 + 1)", "--days", "\(days)"]
            )
        }
        let current = Dictionary(uniqueKeysWithValues: work.map { ($0.name, $0.version) })
        let known = Set(kept.entries.filter { current[$0.name] == $0.version }.map(\.name))
        work.removeAll { known.contains($0.name) }
        if !work.isEmpty {
            note("Mapping \(work.count) tests and seeds to \(schemata.live.count) mutants")
        }
        let minutes = tests?.minutes ?? 0
        let end = ContinuousClock.now + .seconds(minutes == 0 ? 1e9 : minutes * 60)
        // A single test must not take all the time.
        let limit = minutes == 0 ? Self.limit : max(10, minutes * 60 / 4)
        let mapped = Atomic(0)
        await forEach(work, jobs: jobs, while: { ContinuousClock.now < end }) { job in
            mapped.add(1, ordering: .relaxed)
            guard let entry = try? await run(job, workspace, mutants, limit: limit) else { return }
            if !entry.passed {
                let reason = entry.seconds >= limit ? "Takes too long" : "Fails without a mutant"
                note("\(reason), left out: \(entry.name)")
            }
            kept.append(entry)
        }
        let late = work.count - mapped.load(ordering: .relaxed)
        if late > 0 { note("The time did not suffice to run \(late) of \(work.count) tests") }
        let entries = kept.entries.filter { $0.passed && current[$0.name] == $0.version }
            .sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
        return CoverageMap(
            tests: entries.filter { $0.group != fleet },
            seeds: entries.filter { $0.group == fleet }
        )
    }

    /// The group of the seeds.
    static let fleet = "fleet"

    private struct Job: Sendable {
        var name: String
        var group: String
        var version: String
        var program: URL
        var arguments: [String]
    }

    private static func run(
        _ job: Job,
        _ workspace: Workspace,
        _ mutants: Int,
        limit: Double
    ) async throws -> Entry {
        let file = URL(fileURLWithPath: NSTemporaryDirectory())
            .appendingPathComponent("coverage-\(UUID().uuidString)")
        try Data(count: max(1, mutants)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let execution = try await Execution.run(
            job.program,
            job.arguments,
            environment: [SchemataRuntime.coverageVariable: file.path],
            in: workspace.root,
            limit: limit
        )
        var reached: [[Int]] = []
        for (number, byte) in try Data(contentsOf: file).enumerated() where byte != 0 {
            if let last = reached.last, last[0] + last[1] == number {
                reached[reached.count - 1][1] += 1
            } else {
                reached.append([number, 1])
            }
        }
        return Entry(
            name: job.name,
            group: job.group,
            version: job.version,
            seconds: execution.seconds,
            passed: execution.outcome == .passed,
            reached: reached
        )
    }

    /// A job for each test, or each suite, but the excluded ones.
    private static func testJobs(_ workspace: Workspace, _ tests: Tests) async throws -> [Job] {
        let list = try await Execution.run(
            workspace.testBinary,
            ["--testing-library", "swift-testing", "--list-tests"],
            environment: [:],
            in: workspace.root,
            limit: limit
        )
        var names = list.output.split(separator: "\n").map(String.init)
            .filter { $0.contains("/") && $0.contains(".") && !$0.hasPrefix(excluded) }
        if tests.areSuites {
            names = Set(names.map { $0.prefix { $0 != "/" } + "/" }).sorted()
            names.removeAll {
                let target = String($0.prefix { $0 != "." })
                return !tests.targets.isEmpty && !tests.targets.contains(target)
            }
            names = try SuiteOrder(workspace, tests.targets).sorted(names, for: tests.files)
        }
        var versions: [String: String] = [:]
        return try names.compactMap { name in
            let target = String(name.prefix { $0 != "." })
            guard tests.targets.isEmpty || tests.targets.contains(target) else { return nil }
            if versions[target] == nil { versions[target] = try workspace.testsHash(target) }
            return Job(
                name: name,
                group: target,
                version: versions[target] ?? "",
                program: workspace.testBinary,
                arguments: filter([name])
            )
        }
    }

    /// Arguments that run exactly these tests or suites.
    static func filter(_ names: [String]) -> [String] {
        ["--testing-library", "swift-testing"]
            + names.flatMap { ["--filter", "^\(NSRegularExpression.escapedPattern(for: $0))"] }
    }
}
