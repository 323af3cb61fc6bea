import ArgumentParser
import Foundation
import MutantSchemata

/// The `trendy-mutants` command.
@main
struct MutantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trendy-mutants",
        abstract: "Changes the product in small ways and reports what the checks notice.",
        discussion: """
            All changes (mutants) of the modules are compiled into one build. Each run switches \
            one of them on and executes the tests that reach it, then the fixed seeds of the \
            simulation that reach it. A mutant is killed when one of them fails.

            Call it through scripts/mutants, which brings the usual build up to date. The checkout \
            is not changed. An interrupted run continues where it was.
            """
    )

    /// The smallest sample whose score can be too low.
    static let smallestSample = 10

    @Option(help: "The modules whose mutants are tried.")
    var module: [String] = []

    @Option(
        help: """
            Only mutants of this file (path below Sources); may be repeated. Only those of the \
            sample are compiled.
            """
    )
    var file: [String] = []

    @Option(help: "The number of mutants tried in each module; 0 for all.")
    var sample = 200

    @Option(help: "Chooses the sample.")
    var seed: UInt64 = 1

    @Option(help: "Takes no further mutant after this many minutes; 0 for no limit.")
    var minutes = 0.0

    @Option(
        help: """
            Leaves out the mutants of files that are not compiled after this many minutes; 0 for \
            no limit.
            """
    )
    var buildMinutes = 0.0

    @Option(
        help: """
            Maps no further test after this many minutes, and none that takes a quarter of them; 0 \
            for no limit. With --by-suite, the suites that name what the files declare come first.
            """
    )
    var mapMinutes = 0.0

    @Option(help: "The number of mutants tried at once.")
    var jobs = 2

    @Flag(help: "Runs the simulation only and reports what it kills of what it reaches.")
    var fleetOnly = false

    @Flag(help: "Leaves the simulation out.")
    var withoutFleet = false

    @Option(help: "Only the tests of this target; may be repeated.")
    var testTarget: [String] = []

    @Flag(help: "Runs the tests of a suite together: a faster and less exact map.")
    var bySuite = false

    @Option(help: "The fixed seeds, from 0.")
    var fleetSeeds = 8

    @Option(help: "The days of a seed.")
    var fleetDays = 3

    @Flag(help: "Keeps the verdict of mutants that an earlier version of the tests killed.")
    var carryKilled = false

    @Flag(help: "Only finds and builds the mutants.")
    var buildOnly = false

    @Option(
        help: """
            Exits with 1 if the score is below this percentage and at least \
            \(MutantsCommand.smallestSample) mutants were tried.
            """
    )
    var minimum: Double?

    @Flag(help: "Prints the report as JSON.")
    var json = false

    @Option(help: "The package, which is built. It is not changed.")
    var root: String

    @Option(help: "Where rewritten sources, programs, maps and verdicts are kept.")
    var state: String

    @Option(help: "The list of equivalent mutants with reasons.")
    var equivalents: String

    func validate() throws {
        guard !module.isEmpty || !file.isEmpty else {
            throw ValidationError("Name a module with --module, or a file with --file.")
        }
        guard jobs > 0, sample >= 0, fleetSeeds >= 0, fleetDays > 0 else {
            throw ValidationError("--jobs and --fleet-days must be at least 1.")
        }
    }

    func run() async throws {
        let workspace = Workspace(
            root: URL(fileURLWithPath: root),
            state: URL(fileURLWithPath: state)
        )
        let modules = Set(
            module + file.compactMap { $0.split(separator: "/").first.map(String.init) }
        )
        let equivalents = try EquivalentMutants(URL(fileURLWithPath: equivalents))
        let choice = Sample(seed: seed, limit: sample, files: Set(file))
        let schemata = try await SchemataBuild(workspace, jobs: jobs)
            .build(
                modules: modules.sorted(),
                only: file.isEmpty ? nil : choice,
                minutes: buildMinutes,
                executables: testTarget.isEmpty || !withoutFleet
            )
        if buildOnly { return }
        let chosen = choice.of(schemata)
        let map = try await CoverageMap.make(
            workspace,
            schemata,
            tests: fleetOnly
                ? nil
                : CoverageMap.Tests(
                    targets: Set(testTarget),
                    areSuites: bySuite,
                    minutes: mapMinutes,
                    files: chosen.map {
                        "\(schemata.mutants[$0].module)/\(schemata.mutants[$0].file)"
                    }
                ),
            seeds: withoutFleet ? 0 : fleetSeeds,
            days: fleetDays,
            jobs: jobs
        )
        var campaign = try Campaign(
            workspace: workspace,
            schemata: schemata,
            map: map,
            equivalents: equivalents,
            fleetDays: fleetDays,
            isFleetOnly: fleetOnly,
            carriesKilled: carryKilled
        )
        let verdicts = await campaign.run(chosen, jobs: jobs, minutes: minutes)
        let report = Report(verdicts: verdicts, isFleetOnly: fleetOnly)
        print(json ? try report.json() : report.text())
        if let minimum, verdicts.count >= Self.smallestSample, let score = report.total.score,
            score < minimum
        {
            print("The score \(Report.percent(score)) is below \(Report.percent(minimum)).")
            throw ExitCode.failure
        }
    }
}
