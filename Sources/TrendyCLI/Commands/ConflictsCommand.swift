import ArgumentParser
import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List the values that lost a conflict with another device, and restore them.",
        discussion: """
            When two devices change the same field, the later edit wins. The other value is kept \
            here until you restore it or accept the winner.

            Examples:
              trendy conflicts                  list the conflicts
              trendy conflicts restore 12       replace the winner by the value that lost
              trendy conflicts acknowledge 12   accept the winner; --all for every conflict
              trendy conflicts policy Mood      decide conflicts of this type yourself
            """,
        subcommands: [List.self, Restore.self, Acknowledge.self, Policy.self],
        defaultSubcommand: List.self
    )

    /// A conflict, as commands print it.
    struct Line: Encodable {
        let id: Int64
        let kind: String
        let entity: String
        let field: String
        let winner: String?
        let loser: String?
        let isLocalWinner: Bool
        let resolvedAt: String

        init(_ entry: ConflictLogEntry) {
            id = entry.id
            kind = entry.kind.name
            entity = entry.entityID.description
            field = entry.loss.field
            winner = entry.loss.winner?.description
            loser = entry.loss.loser?.description
            isLocalWinner = entry.loss.isLocalWinner
            resolvedAt = entry.resolvedAt.rfc3339
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the conflicts with both values.",
            discussion: """
                Example:
                  trendy conflicts list --limit 10
                """
        )

        @Option(help: "The maximum number of conflicts.")
        var limit = 100
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let (lines, items) = try await Device.with(device.directory) { opened in
                let lines = try await opened.engine.store.read {
                    try $0.conflicts.open(limit: limit)
                }
                return (lines.map { Line($0) }, try await read(opened.engine.store))
            }
            if device.output.json { return try printJSON(lines) }
            guard !items.isEmpty else { return Console.text("No conflicts.") }
            var texts: [DisplayText] = items.prefix(limit).map { item in
                "\(item.id)  \(item.title), \(item.time)\n    \(item.text)"
            }
            texts.append(
                "Decide with 'trendy conflicts restore N' or 'trendy conflicts acknowledge N'."
            )
            try Console.list(DisplayText(lines: texts), device.output)
        }

        @MainActor
        private func read(_ store: DeviceStore) async throws -> [ConflictsViewModel.Item] {
            let model = ConflictsViewModel(
                store: store,
                dependencies: .live(),
                formats: ZoneOptions.machineFormats
            )
            await model.refresh()
            try ScreenProblem.check(model.problem)
            return model.items
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the winner of a conflict by the value that lost, as a new edit.",
            discussion: """
                Example:
                  trendy conflicts restore 12
                """
        )

        @Argument(help: ArgumentHelp("The conflict's number.", valueName: "number"))
        var number: Int64
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let entity = try await Device.with(device.directory) { opened in
                try await opened.engine.store.write { try $0.conflicts.restore(number) }
            }
            if device.output.json { return try printJSON(["entity": entity.description]) }
            Console.text("Restored the value in \(entity). The next sync sends it.")
        }
    }

    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "policy",
            abstract: "Choose how conflicts in the events of a type are resolved.",
            discussion: """
                Examples:
                  trendy conflicts policy Mood         ask: the other value stays
                  trendy conflicts policy Mood --off   the later edit wins again
                """
        )

        @Argument(help: ArgumentHelp("The type's name.", valueName: "type"))
        var type: String
        @Flag(help: "Let the later edit win, which is the default.")
        var off = false
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                let found = try await store.read { try $0.entities.fetchAll(kind: .eventType) }
                    .first { entity in
                        EventTypeFormatter.type(entity).name.caseInsensitiveCompare(type)
                            == .orderedSame
                    }
                guard let found else {
                    throw CommandFailure(
                        code: EX_DATAERR,
                        message: "There is no type '\(type)'. 'trendy types' lists them."
                    )
                }
                try await store.write {
                    try $0.conflicts.setAsksBeforeResolving(!off, eventType: found.id)
                }
            }
            if device.output.json { return try printJSON(["asksBeforeResolving": !off]) }
            Console.text(
                off
                    ? "The later edit wins conflicts of '\(type)'."
                    : "You decide conflicts of '\(type)': 'trendy conflicts' lists them."
            )
        }
    }

    struct Acknowledge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Accept the winner of a conflict.",
            discussion: """
                Examples:
                  trendy conflicts acknowledge 12
                  trendy conflicts acknowledge --all
                """
        )

        @Argument(help: ArgumentHelp("The conflict's number.", valueName: "number"))
        var number: Int64?
        @Flag(help: "Every conflict.")
        var all = false
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard (number == nil) == all else {
                throw ValidationError("Give the number of a conflict, or --all.")
            }
        }

        func run() async throws {
            let count = try await Device.with(device.directory) { opened in
                try await opened.engine.store.write { try $0.conflicts.acknowledge(number) }
            }
            if device.output.json { return try printJSON(["acknowledged": count]) }
            Console.text(
                "Accepted \(plural(count, "winner"))."
            )
        }
    }
}
