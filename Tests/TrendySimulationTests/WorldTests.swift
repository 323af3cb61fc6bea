import Foundation
import Testing
import TrendySimulation

@Suite("The simulated world", .serialized)
struct WorldTests {
    @Test(
        "A seed that taught something keeps every promise, twice the same",
        arguments: Simulator.seeds
    )
    func taught(_ seed: String) async throws {
        let next = (UInt64(seed) ?? 0) + 1
        let output = try await Simulator.run(
            "--seeds",
            "\(seed)..<\(next)",
            "--days",
            "3",
            "--repeat",
            "2"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("The standard seeds keep every promise, twice the same, and reach every rare state")
    func standard() async throws {
        let output = try await Simulator.run(
            "--seeds",
            "0..<45",
            "--days",
            "4",
            "--repeat",
            "2",
            "--require-coverage"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("Fresh seeds keep every promise, twice the same")
    func fresh() async throws {
        let base = Simulator.freshSeed
        print("Fresh seeds from \(base)")
        let output = try await Simulator.run(
            "--seeds",
            "\(base)..<\(base + 10)",
            "--days",
            "4",
            "--repeat",
            "2"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("The same seed gives the same trace a hundred times in a row")
    func hundredTimes() async throws {
        let output = try await Simulator.run(
            "--seeds",
            "7..<8",
            "--repeat",
            "100",
            "--days",
            "1",
            "--devices",
            "2"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("Not optimized, a seed gives the same trace a hundred times in a row as well")
    func hundredTimesUnoptimized() async throws {
        let output = try await Simulator.runBesideTests(
            "--seeds",
            "7..<8",
            "--days",
            "1",
            "--devices",
            "2",
            "--repeat",
            "100"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("Seeds keep every promise, twice the same, also where nothing is optimized")
    func unoptimized() async throws {
        let output = try await Simulator.runBesideTests(
            "--seeds",
            "0..<3",
            "--days",
            "2",
            "--repeat",
            "2"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("Each choice of faults keeps every promise", arguments: Scenario.allCases)
    func scenario(_ scenario: Scenario) async throws {
        let output = try await Simulator.run(
            "--seeds",
            "0..<2",
            "--days",
            "3",
            "--scenario",
            scenario.rawValue
        )

        #expect(output.code == 0, "\(output.text)")
    }
}

@Suite("Mistakes that are built in", .serialized)
struct SabotageTests {
    @Test("Every one is found", arguments: InjectedBug.all.map(\.name))
    func found(_ name: String) async throws {
        let sabotage = try #require(InjectedBug.all.first { $0.name == name })
        let output = try await Simulator.run(
            "--seeds",
            "0..<\(sabotage.seedLimit)",
            "--days",
            "4",
            "--jobs",
            "2",
            "--inject-bug",
            name
        )

        #expect(output.code == 0, "\(sabotage.mistake)\n\(output.text)")
    }

    @Test("There are enough of them")
    func count() {
        #expect(InjectedBug.all.count >= 25)
    }
}

@Suite("trendy-simulate")
struct SimulateCommandTests {
    @Test("Wrong arguments are told")
    func wrong() async throws {
        #expect(try await Simulator.run("--seeds", "5..<5").code == 64)
        #expect(try await Simulator.run("--inject-bug", "none").text.contains("--list-sabotages"))
    }

    @Test("A failing seed prints the command that replays it, and the replay fails as well")
    func replay() async throws {
        let found = try await Simulator.run("--seeds", "0..<5", "--inject-bug", "no-tombstones")
        let line = try #require(
            found.text.split(separator: "\n").first { $0.contains("--replay") }
        )
        let arguments = line.split(separator: " ").dropFirst().map(String.init)
        let seed = arguments[1]

        let replayed = try await Simulator.run(
            "--replay",
            seed,
            "--inject-bug",
            "no-tombstones",
            "--lines",
            "5"
        )

        #expect(line.contains("--inject-bug no-tombstones"))
        #expect(replayed.code == 1)
        #expect(replayed.text.contains("VIOLATION"))
    }

    @Test("A failing run is made shorter")
    func minimize() async throws {
        let output = try await Simulator.run(
            "--minimize",
            "0",
            "--days",
            "2",
            "--inject-bug",
            "no-tombstones"
        )

        #expect(output.code == 0)
        #expect(output.text.contains("--replay 0 --days"))
        #expect(output.text.contains("--without"))
    }
}
