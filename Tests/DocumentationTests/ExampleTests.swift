import Foundation
import Testing

/// Checks that the Swift examples of the pages are compiled.
///
/// A test file marks the code of an example with the lines `// Example of PAGE.md:` and
/// `// End of the example.`; the end of the file ends it as well. Empty lines and testable imports
/// do not count.
@Suite("Examples of the documentation")
struct ExampleTests {
    private struct Example: Hashable {
        let page: String
        let code: String
    }

    @Test("Every Swift block is compiled in a test file, and every marked example is in its page")
    func compiled() throws {
        let marked = try Documentation.files(
            in: ["Simulators/Tests", "Tests"],
            withSuffix: ".swift"
        )
        .map { try Documentation.read($0) }.filter { $0.contains("// Example of ") }
        .flatMap { examples(in: $0) }
        let documented = try Documentation.blocks().filter { $0.language == "swift" }
            .map { Example(page: $0.page, code: trimmed($0.text)) }

        for example in documented where !marked.contains(example) {
            Issue.record("No test file compiles this example of \(example.page):\n\(example.code)")
        }
        for example in marked where !documented.contains(example) {
            Issue.record("\(example.page) does not have this example:\n\(example.code)")
        }
        #expect(documented.count >= 8)
    }

    private func examples(in file: String) -> [Example] {
        var examples: [Example] = []
        var page: String?
        var lines: [Substring] = []
        func finish() {
            guard let finished = page else { return }
            let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min()
            let code = lines.map { $0.dropFirst(margin ?? 0) }.joined(separator: "\n")
            examples.append(Example(page: finished, code: trimmed(code)))
            (page, lines) = (nil, [])
        }
        for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.wholeMatch(of: #/ *// Example of (.+\.md):/#) {
                finish()
                page = String(match.output.1)
            } else if line.drop(while: { $0 == " " }) == "// End of the example." {
                finish()
            } else if page != nil {
                lines.append(line)
            }
        }
        finish()
        return examples
    }

    private func trimmed(_ code: String) -> String {
        code.split(separator: "\n").filter { !$0.hasPrefix("@testable") }.joined(separator: "\n")
    }
}
