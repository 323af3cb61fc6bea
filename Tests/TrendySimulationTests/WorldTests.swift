import Foundation
import Testing
import TrendySimulation

@Suite("The simulated world")
struct WorldTests {
    @Test(
        "Every seed of Seeds.txt passes all checks and is reproducible",
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

    @Test("The standard seeds pass all checks, are reproducible, and reach every coverage point")
    func standard() async throws {
        let output = try await Simulator.run(
            jobs: 2,
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

    @Test("Fresh seeds pass all checks and are reproducible")
    func fresh() async throws {
        let base = Simulator.freshSeed
        print("Fresh seeds from \(base)")
        let output = try await Simulator.run(
            jobs: 2,
            "--seeds",
            "\(base)..<\(base + 10)",
            "--days",
            "4",
            "--repeat",
            "2"
        )

        #expect(output.code == 0, "\(output.text)")
    }

    @Test("A seed gives the same trace in a hundred consecutive runs")
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

    @Test("Seeds of each scenario pass all checks", arguments: Scenario.allCases)
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

@Suite("trendy-simulate")
struct SimulateCommandTests {
    @Test("Invalid arguments are rejected with a message")
    func wrong() async throws {
        #expect(try await Simulator.run("--seeds", "5..<5").code == 64)
        #expect(
            try await Simulator.run("--inject-bug", "none").text.contains("--list-injected-bugs")
        )
    }

    @Test("A failing seed prints a replay command that fails in the same way")
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

    @Test("A failing run is minimized")
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
