import ArgumentParser
import Foundation
import Testing

@testable import TrendyBenchmarks
@testable import TrendyCLI
@testable import TrendySimulate
@testable import TrendySimulation

/// Checks the commands of the pages: programs, subcommands, options, targets and scripts exist.
@Suite("Commands of the documentation")
struct DocumentedCommandTests {
    @Test("Every command of a block is valid")
    func blocks() throws {
        var count = 0
        for block in try Documentation.blocks() where ["", "sh", "bash"].contains(block.language) {
            for words in ShellText(block.text).commands {
                count += try check(words, of: block.page) ? 1 : 0
            }
        }

        #expect(count >= 70)
    }

    @Test("Every command of a code span is valid")
    func spans() throws {
        var count = 0
        for span in try Documentation.spans() where !span.text.contains("…") {
            for words in ShellText(span.text).commands where words.count > 1 {
                count += try check(words, of: span.page, isMention: true) ? 1 : 0
            }
        }

        #expect(count >= 80)
    }

    /// Checks a command; returns whether it is one of this repository.
    ///
    /// - `isMention`: whether arguments may be missing or placeholders.
    private func check(
        _ words: [String],
        of page: String,
        isMention: Bool = false
    ) throws -> Bool {
        let words = Array(words.drop { Self.isPrefix($0) })
        guard let first = words.first else { return false }
        let arguments = Array(words.dropFirst())
        let name = String(first.split(separator: "/").last ?? "")
        let problem: String?
        switch name {
        // A function of the page.
        case "trendy-server":
            guard !arguments.isEmpty else { return false }
            problem = parse(TrendyCommand.self, ["server"] + arguments + ["--database", "d"])
        case "trendy":
            guard !arguments.contains("$@") else { return false }
            problem = parse(TrendyCommand.self, arguments)
        case "trendy-simulate":
            let bug = InjectedBug.all[0].name
            problem = parse(SimulateCommand.self, arguments.map { $0 == "NAME" ? bug : $0 })
        case "trendy-benchmarks":
            problem = Main.names.contains(arguments[0]) ? nil : "there is no such benchmark"
        case "make": problem = try makeProblem(arguments)
        case "swift": problem = try swiftProblem(arguments)
        case "sudo", "exec", "with-environment":
            let rest = arguments.drop { $0 == "-u" }
            return try check(Array(rest.dropFirst(rest.count < arguments.count ? 1 : 0)), of: page)
        case "sh" where arguments.first == "-c":
            return try ShellText(arguments.last ?? "").commands
                .map { try check($0, of: page) }.contains(true)
        default:
            guard ["scripts/", "Fuzz/", "Benchmarks/"].contains(where: first.hasPrefix),
                !first.hasSuffix(".md"), !first.hasSuffix(".swift")
            else { return false }
            problem = try scriptProblem(first, arguments)
        }
        let placeholder = /Missing expected argument.*|The value '[A-Z]+' is invalid.*/
        if let problem, !isMention || problem.prefixMatch(of: placeholder) == nil {
            Issue.record("\(page): `\(words.joined(separator: " "))`: \(problem)")
        }
        return true
    }

    /// Whether a word precedes a command: an assignment, a prompt, or the time of a crontab.
    private static func isPrefix(_ word: String) -> Bool {
        word == "$" || word == "{" || word.wholeMatch(of: /[A-Z_]+=.*/) != nil
    }

    /// The problem of arguments, if they cannot be parsed.
    private func parse(
        _ command: (some ParsableCommand).Type,
        _ arguments: [String]
    ) -> String? {
        do {
            _ = try command.parseAsRoot(arguments.filter { $0 != "}" })
            return nil
        } catch {
            // Help and version are errors, too.
            return command.exitCode(for: error) == .success ? nil : command.message(for: error)
        }
    }

    private func makeProblem(_ arguments: [String]) throws -> String? {
        let makefile = try Documentation.read("Makefile")
        for argument in arguments {
            let name = argument.prefix { $0 != "=" }
            let mark = name == argument ? "\n\(name):" : "\n\(name) ?="
            if !makefile.contains(mark) { return "the Makefile has no \(name)" }
        }
        return nil
    }

    private func swiftProblem(_ arguments: [String]) throws -> String? {
        guard ["build", "test", "format", "package"].contains(arguments.first) else {
            return "there is no such subcommand"
        }
        for (option, value) in zip(arguments, arguments.dropFirst()) {
            switch option {
            case "--product":
                let manifest = try Documentation.read("Package.swift")
                if !manifest.contains("name: \"\(value)\"") { return "there is no such product" }
            case "--filter", "--skip":
                for pattern in value.split(separator: "|") where try !exists(test: pattern) {
                    return "there is no test \(pattern)"
                }
            default: break
            }
        }
        return nil
    }

    /// Whether a test target, suite or function has a name, such as `TrendyStoreTests.QueueTests`.
    private func exists(test pattern: Substring) throws -> Bool {
        if pattern.hasSuffix("/FUNCTION") { return try exists(test: pattern.dropLast(9)) }
        let parts = pattern.split(separator: ".")
        // A target need not have the name of its directory.
        if try Documentation.read("Package.swift").contains("name: \"\(pattern)\"") { return true }
        return Documentation.files(in: ["Fuzz", "Simulators", "Tests"], withSuffix: ".swift")
            .contains { path in
                parts.allSatisfy { part in
                    path.split(separator: "/").contains { $0 == part || $0 == part + ".swift" }
                }
            }
    }

    /// The problem of a script that does not exist or lacks an option.
    private func scriptProblem(_ path: String, _ arguments: [String]) throws -> String? {
        guard Documentation.exists(path) else { return "there is no such script" }
        let text = try Documentation.read(path)
        for option in arguments where option.hasPrefix("--") && !text.contains(option) {
            return "the script has no \(option)"
        }
        return nil
    }
}
