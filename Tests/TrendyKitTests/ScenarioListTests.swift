import Foundation
import Testing

@Suite("Scenario documentation")
struct ScenarioListTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of each test file, by name.
    private func tests() throws -> [String: String] {
        var tests: [String: String] = [:]
        let folder = root.appending(path: "Tests")
        let files = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        )
        for case let file as URL in files where file.pathExtension == "swift" {
            let name = file.deletingPathExtension().lastPathComponent
            tests[name, default: ""] += try String(contentsOf: file, encoding: .utf8)
        }
        return tests
    }

    @Test("Every test that a list names exists", arguments: ["app-scenarios", "sync-scenarios"])
    func named(list: String) throws {
        let tests = try tests()
        let text = try String(
            contentsOf: root.appending(path: "docs/reference/\(list).md"),
            encoding: .utf8
        )

        var count = 0
        for line in text.split(separator: "\n") {
            var file: String?
            for match in line.matches(of: /`(\w+Tests)`|"([^"]+)"/) {
                if let name = match.output.1 {
                    file = String(name)
                    #expect(tests[String(name)] != nil, "There is no \(name)")
                } else if let file, let name = match.output.2 {
                    count += 1
                    #expect(tests[file]?.contains("\"\(name)\"") == true, "\(file): \(name)")
                }
            }
        }

        #expect(count > 50)
    }
}
