import ArgumentParser
import Foundation
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Show how the capture of health data is doing, and set what is captured.",
        discussion: """
            trendy health                          each category: its newest sample, what is wrong
            trendy health set water --off          do not capture water any more
            trendy health set steps --type Walks   let steps be events of your own type
            trendy health log water 250            record what you drank

            What was captured stays when a category is switched off.
            """,
        subcommands: [Show.self, Set.self, Log.self],
        defaultSubcommand: Show.self
    )

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show each category."
        )

        @OptionGroup var device: DeviceOptions

        private struct Output: Encodable {
            struct Finding: Encodable {
                let finding: String
                let remedy: String
            }

            let categories: [HealthReport.Line]
            let findings: [Finding]
        }

        func run() async throws {
            let report = try await Device.with(device.directory) { opened in
                try await HealthReport(
                    of: opened.engine.store,
                    at: Dependencies.live().wallClock.now()
                )
            }
            if device.output.json {
                return try printJSON(
                    Output(
                        categories: report.lines,
                        findings: report.findings.map {
                            .init(finding: $0.finding, remedy: $0.remedy)
                        }
                    )
                )
            }
            var table = Table(["Category", "Newest sample", "Last change", "State"])
            for line in report.lines {
                table.add([
                    line.category, line.newestAt ?? "–", line.changedAt ?? "–", Self.state(line),
                ])
            }
            Console.text(table.text)
            for line in report.lines {
                if let flaws = line.rejectionText {
                    Console.text("\(line.category): kept out \(flaws)")
                }
            }
            for finding in report.findings {
                Console.text("\n\(finding.finding)\n    \(finding.remedy)")
            }
        }

        private static func state(_ line: HealthReport.Line) -> String {
            guard line.isEnabled else { return "off" }
            if line.failure != nil { return "failed" }
            guard let done = line.importedDays, let all = line.daysToImport else {
                guard line.newestAt != nil else { return "nothing yet" }
                return line.readableFrom.map { "on, since \($0) only" } ?? "on"
            }
            let end = line.importEndsAt.map { ", until about \($0)" } ?? ""
            return "importing: \(done) of \(all) days\(end)"
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set whether and how a category is captured."
        )

        @Argument(
            help: ArgumentHelp(
                "The category: \(HealthCategory.allCases.map(\.rawValue).joined(separator: ", ")).",
                valueName: "category"
            )
        )
        var name: String
        @Flag(inversion: .prefixedNo, help: "Whether you are told of new events.")
        var notify: Bool?
        @Flag(help: "Capture it.")
        var on = false
        @Flag(help: "Do not capture it any more.")
        var off = false
        @Option(help: "The name of the type of its events; 'own' for the category's own.")
        var type: String?
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard HealthCategory(rawValue: name) != nil else {
                throw ValidationError("There is no category '\(name)'.")
            }
            guard !(on && off) else { throw ValidationError("Say --on or --off, not both.") }
            guard on || off || notify != nil || type != nil else {
                throw ValidationError("Say what to set: --on, --off, --notify or --type.")
            }
        }

        func run() async throws {
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                var typeID: EntityID?
                if let type { typeID = try await id(ofType: type, in: store) }
                let isSet = on || off
                try await store.changeHealth(category: name) { [on, notify, type, typeID] in
                    if isSet { $0.isEnabled = on }
                    if let notify { $0.notifies = notify }
                    if type != nil { $0.eventTypeID = typeID }
                }
            }
            if device.output.json { return try printJSON(["category": name]) }
            Console.text("Set. What is captured from now on follows it.")
        }

        private func id(ofType type: String, in store: DeviceStore) async throws -> EntityID? {
            guard type != "own" else { return nil }
            guard let found = try await store.entity(kind: .eventType, named: type) else {
                throw CommandFailure(
                    code: EX_DATAERR,
                    message: "There is no type '\(type)'. 'trendy types' lists them."
                )
            }
            return found.id
        }
    }
}
