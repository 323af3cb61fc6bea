import Foundation
import Testing
import TrendySimulation

@Suite("Injected bugs")
struct InjectedBugTests {
    /// The search for all injected bugs in one process, which all tests share.
    private static let search = Task {
        let output = try await Simulator.run(jobs: 2, "--injected-bugs", "--json")
        let results = try JSONDecoder().decode(Results.self, from: Data(output.text.utf8))
        return Dictionary(uniqueKeysWithValues: results.bugs.map { ($0.name, $0) })
    }

    private struct Results: Decodable {
        var bugs: [Result]
    }

    private struct Result: Decodable {
        var name: String
        var seeds: Int
        var check: String?
        var otherFailures: [String]
    }

    @Test(
        "Each injected bug is detected by a check that is meant to detect it",
        arguments: InjectedBug.all.map(\.name)
    )
    func found(_ name: String) async throws {
        let bug = try #require(InjectedBug.all.first { $0.name == name })

        let result = try #require(await Self.search.value[name])

        #expect(
            result.check.map(bug.detection.checks.contains) == true,
            "\(bug.summary): not detected by \(result.seeds) seeds. \(result.otherFailures)"
        )
    }

    @Test("There are at least 25 injected bugs")
    func count() {
        #expect(InjectedBug.all.count >= 25)
    }
}
