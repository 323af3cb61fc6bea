import ArgumentParser
import Foundation
import Testing

@testable import TrendyCLI

/// Compares the command reference with the commands.
@Suite("Command reference")
struct CommandReferenceTests {
    private static let page = "docs/reference/cli.md"
    /// The options that the page describes once for all commands.
    private static let common: Set = [
        "--profile", "--json", "--no-pager", "--time-zone", "--database", "--help", "--version",
    ]

    @Test("The reference has every command with every option, and no other")
    func complete() throws {
        let rows = try rows()
        var commands: [String: Set<String>] = [:]
        collect(TrendyCommand.self, "", &commands)
        let serve = options(in: try section("Options of `serve`:", until: "## "))

        for (command, documented) in rows {
            let options = command == "serve" ? serve : documented
            guard let actual = commands[command] else {
                Issue.record("There is no command '\(command)'.")
                continue
            }
            let missing = actual.subtracting(options).subtracting(Self.common)
            #expect(missing.isEmpty, "'\(command)' also has \(missing.sorted())")
            let unknown = options.subtracting(actual)
            #expect(unknown.isEmpty, "'\(command)' does not have \(unknown.sorted())")
        }
        let missing = Set(commands.keys).subtracting(rows.keys).subtracting(["demo"])
        #expect(missing.isEmpty, "The page lacks \(missing.sorted())")
    }

    /// The options of all commands without subcommands, by their words.
    private func collect(
        _ command: any ParsableCommand.Type,
        _ words: String,
        _ commands: inout [String: Set<String>]
    ) {
        let subcommands = command.configuration.subcommands
        if subcommands.isEmpty { commands[words] = options(ofHelp: command.helpMessage()) }
        for subcommand in subcommands where subcommand.configuration.shouldDisplay {
            let name = subcommand._commandName
            collect(subcommand, words.isEmpty ? name : "\(words) \(name)", &commands)
        }
    }

    /// The documented options of each command.
    private func rows() throws -> [String: Set<String>] {
        var rows: [String: Set<String>] = [:]
        for line in try section("## Record and edit", until: "## Demonstration").split(
            separator: "\n"
        ) where line.hasPrefix("| `") {
            let cells = line.split(separator: "|")
            guard cells.count > 1, !cells[0].contains("`--") else { continue }
            var group = ""
            for match in cells[0].matches(of: /`([^`]+)`/) {
                let words = match.output.1.split(separator: " ").map {
                    $0.filter { !"[]".contains($0) }
                }.prefix { $0 == $0.lowercased() }
                // A second command of a cell belongs to the group of the first.
                let command = group + words.joined(separator: " ")
                group = words.count > 1 ? words.dropLast().joined(separator: " ") + " " : ""
                rows[command] = options(in: cells.dropFirst(2).joined(separator: "|"))
            }
        }
        return rows
    }

    private func section(_ start: String, until end: String) throws -> Substring {
        let text = try Documentation.read(Self.page)
        let rest = text[try #require(text.range(of: start)).upperBound...]
        return rest[..<(rest.range(of: "\n" + end)?.lowerBound ?? rest.endIndex)]
    }

    /// The options that a help message lists, without those that its texts mention.
    private func options(ofHelp help: String) -> Set<String> {
        let names = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
            .map { $0.dropFirst(2) }
            .map { $0.prefix(upTo: $0.range(of: "  ")?.lowerBound ?? $0.endIndex) }
        return options(in: names.joined(separator: "\n"))
    }

    /// The long options that a text names, both forms of a flag that can be inverted.
    private func options(in text: some StringProtocol) -> Set<String> {
        var options: Set<String> = []
        for match in String(text).matches(of: /--(\[no-\])?([a-z][a-z-]*)/) {
            options.insert("--" + match.output.2)
            if match.output.1 != nil { options.insert("--no-" + match.output.2) }
        }
        return options
    }
}
