import Foundation
import MutantSchemata
import Synchronization

/// What became of a mutant.
struct Verdict: Codable, Sendable {
    enum Result: String, Codable, Sendable {
        case killed
        case survived
        /// No test and no seed executes it.
        case notReached
        case equivalent
    }

    var mutant: Mutant
    var result: Result
    /// `tests` or `fleet`, if killed.
    var by: String?
    /// The first failing test or seed, or the reason of an equivalent mutant.
    var detail: String?
    var seconds: Double
    /// What it survived: the versions of test targets of which all tests ran, and of seeds, by
    /// ``CoverageMap/Entry/part``.
    var survivedVersions: [String: String] = [:]
}

/// Tries mutants, several at once, and keeps every verdict.
struct Campaign {
    private let workspace: Workspace
    private let schemata: Schemata
    private let map: CoverageMap
    private let equivalents: EquivalentMutants
    private let fleetDays: Int
    private let isFleetOnly: Bool
    private let journal: Journal<Verdict>
    private var known: [String: Verdict]

    /// Tests are run together for about this long before the next are; in seconds.
    private static let batchSeconds = 3.0
    /// The most that the tests of a mutant may take together; the rest is left out.
    private static let testSeconds = 30.0

    init(
        workspace: Workspace,
        schemata: Schemata,
        map: CoverageMap,
        equivalents: EquivalentMutants,
        fleetDays: Int,
        isFleetOnly: Bool,
        carriesKilled: Bool
    ) throws {
        self.workspace = workspace
        self.schemata = schemata
        self.map = map
        self.equivalents = equivalents
        self.fleetDays = fleetDays
        self.isFleetOnly = isFleetOnly
        let kind = isFleetOnly ? "fleet" : "verdicts"
        let hash = try workspace.productHash("\(schemata.mutants.count)")
        journal = try Journal(workspace.state.appendingPathComponent("\(kind)-\(hash).jsonl"))
        known = [:]
        if carriesKilled {
            let names = try FileManager.default.contentsOfDirectory(atPath: workspace.state.path)
            for name in names.sorted() where name.hasPrefix("\(kind)-") {
                let earlier = try Journal<Verdict>(workspace.state.appendingPathComponent(name))
                for verdict in earlier.entries where verdict.result == .killed {
                    known[verdict.mutant.key] = verdict
                }
            }
        }
        for verdict in journal.entries where verdict.result != .equivalent {
            known[verdict.mutant.key] = verdict
        }
    }

    /// The verdicts of these mutants, without those that the time did not suffice for.
    mutating func run(_ numbers: [Int], jobs: Int, minutes: Double) async -> [Verdict] {
        let end = ContinuousClock.now + .seconds(minutes == 0 ? 1e9 : minutes * 60)
        let open = numbers.filter { number in
            guard let verdict = known[schemata.mutants[number].key] else { return true }
            return verdict.result != .killed && !rest(of: number).isEmpty
        }
        note("\(numbers.count) mutants, \(numbers.count - open.count) with a verdict")
        let done = Mutex([Verdict]())
        let this = self
        await forEach(open, jobs: jobs, while: { ContinuousClock.now < end }) { number in
            guard let verdict = try? await this.try(number) else { return }
            this.journal.append(verdict)
            let count = done.withLock {
                $0.append(verdict)
                return $0.count
            }
            let place = "\(verdict.mutant.module)/\(verdict.mutant.file):\(verdict.mutant.line)"
            note(
                "\(count)/\(open.count) \(verdict.result.rawValue) \(place) "
                    + "\(verdict.mutant.original) → \(verdict.mutant.replacement) "
                    + String(format: "(%.1f s)", verdict.seconds)
            )
        }
        for verdict in done.withLock({ $0 }) { known[verdict.mutant.key] = verdict }
        return numbers.compactMap { number in
            let mutant = schemata.mutants[number]
            guard var verdict = known[mutant.key] else { return nil }
            verdict.mutant = mutant
            if let reason = equivalents.reason(mutant.key), verdict.result != .killed {
                verdict.result = .equivalent
                verdict.detail = reason
            }
            return verdict
        }
    }

    /// The tests and seeds that reach a mutant and that it has not survived yet: first the tests of
    /// its module, then those whose reached mutants are the most in its file, because they look the
    /// closest, then the fastest.
    private func rest(of number: Int) -> [CoverageMap.Entry] {
        let mutant = schemata.mutants[number]
        let file = schemata.files.first { $0.numbers.contains(number) }?.numbers ?? 0..<0
        let survived = known[mutant.key]?.survivedVersions ?? [:]
        func isOpen(_ entry: CoverageMap.Entry) -> Bool {
            entry.contains(number) && survived[entry.part] != entry.version
        }
        let tests = (isFleetOnly ? [] : map.tests.filter(isOpen))
            .map { entry in
                let isOwn = entry.group == "\(mutant.module)Tests"
                let share = Double(entry.reachedCount(in: file)) / Double(entry.reachedCount)
                return (isOwn ? 0 : 1, -share, entry.seconds, entry)
            }
            .sorted { ($0.0, $0.1, $0.2, $0.3.name) < ($1.0, $1.1, $1.2, $1.3.name) }
        return tests.map(\.3) + map.seeds.filter(isOpen)
    }

    private func `try`(_ number: Int) async throws -> Verdict {
        let mutant = schemata.mutants[number]
        var verdict = known[mutant.key] ?? Verdict(mutant: mutant, result: .notReached, seconds: 0)
        if let reason = equivalents.reason(verdict.mutant.key) {
            verdict.result = .equivalent
            verdict.detail = reason
            return verdict
        }
        let environment = [SchemataRuntime.switchVariable: "\(number)"]
        let rest = rest(of: number)
        let batches = Self.batches(rest.filter { $0.group != CoverageMap.fleet })
        for batch in batches {
            verdict.result = .survived
            let execution = try await Execution.run(
                workspace.testBinary,
                CoverageMap.filter(batch.map(\.name)),
                environment: environment,
                in: workspace.root,
                limit: batch.reduce(0) { $0 + $1.seconds } * 3 + 15
            )
            verdict.seconds += execution.seconds
            if execution.outcome != .passed {
                verdict.result = .killed
                verdict.by = "tests"
                verdict.detail = Self.firstFailure(execution)
                return verdict
            }
        }
        for seed in rest where seed.group == CoverageMap.fleet {
            verdict.result = .survived
            let name = seed.name.split(separator: " ")[1]
            let execution = try await Execution.run(
                workspace.simulator,
                ["--seeds", "\(name)..<\((Int(name) ?? 0) + 1)", "--days", "\(fleetDays)"],
                environment: environment,
                in: workspace.root,
                limit: seed.seconds * 5 + 20
            )
            verdict.seconds += execution.seconds
            if execution.outcome != .passed {
                verdict.result = .killed
                verdict.by = "fleet"
                verdict.detail = Self.firstFailure(execution)
                return verdict
            }
        }
        for entry in rest { verdict.survivedVersions[entry.part] = entry.version }
        let tried = Set(batches.joined().map(\.name))
        for entry in rest where entry.group != CoverageMap.fleet && !tried.contains(entry.name) {
            verdict.survivedVersions[entry.part] = nil
        }
        return verdict
    }

    /// Tests in groups for one process each, up to a total time.
    private static func batches(_ tests: [CoverageMap.Entry]) -> [[CoverageMap.Entry]] {
        var (batches, seconds, total) = ([[CoverageMap.Entry]](), 0.0, 0.0)
        for test in tests {
            total += test.seconds
            if total > testSeconds, !batches.isEmpty { break }
            if batches.isEmpty || seconds > batchSeconds
                || batches[batches.count - 1].count >= 200
            {
                batches.append([])
                seconds = 0
            }
            batches[batches.count - 1].append(test)
            seconds += test.seconds
        }
        return batches
    }

    private static func firstFailure(_ execution: Execution) -> String {
        if execution.outcome == .timedOut { return "time limit" }
        let line = execution.output.split(separator: "\n").first {
            $0.contains("✘ Test") || $0.contains(" fails: ") || $0.contains("Fatal error")
        }
        return line.map { String($0.prefix(200)) } ?? "crash"
    }
}
