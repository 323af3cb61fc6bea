import ArgumentParser
import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

struct FailedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "failed",
        abstract: "List the changes that the server refused, and decide about them.",
        discussion: """
            A change that the server refused permanently, or too often, stays on this device until \
            you decide. Editing or deleting its event sends it again as well.

            Examples:
              trendy failed                           list the changes with the reasons
              trendy failed retry ID                  send one again; --all for all of them
              trendy failed edit ID --set notes=milk  correct one and send it again
              trendy failed discard ID                restore the server's version
              trendy failed export > kept.json        write them out, one line of JSON each
            """,
        subcommands: [List.self, Retry.self, Edit.self, Discard.self, Export.self],
        defaultSubcommand: List.self
    )

    /// A refused change, as commands print it.
    struct Line: Encodable {
        let id: String
        let kind: String
        let operation: String
        let entity: String
        let state: String
        let attempts: Int
        let recordedAt: String
        let code: String?
        /// Why it was refused, for people.
        let reason: String
        /// The message of the server.
        let detail: String?

        init(_ mutation: StoredMutation) {
            id = mutation.id.description
            kind = mutation.kind.name
            operation = mutation.operation
            entity = mutation.entityID.description
            state = mutation.state == .stale ? "stale" : "failed"
            attempts = mutation.attempts
            recordedAt = mutation.recordedAt.rfc3339
            code = mutation.refusal?.code?.rawValue
            reason = mutation.reasonText
            detail = mutation.reasonDetails
        }
    }

    /// The changes that a decision applies to.
    struct Choice: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                "The id of the change, as 'trendy failed' lists it.",
                valueName: "id"
            )
        )
        var id: String?

        @Flag(help: "All refused changes.")
        var all = false

        func validate() throws {
            guard (id == nil) == all else {
                throw ValidationError("Give the id of a change, or --all.")
            }
            if let id, EntityID(id) == nil {
                throw ValidationError("'\(id)' is not an id. 'trendy failed' lists them.")
            }
        }

        var undecided: FailedMutationSelection {
            id.flatMap { EntityID($0) }.map { .mutation($0) } ?? .all
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the refused changes with the reasons.",
            discussion: """
                Example:
                  trendy failed list --limit 10
                """
        )

        @Option(help: "The maximum number of changes.")
        var limit = 100
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let (lines, items) = try await Device.with(device.directory) { opened in
                let lines = try await opened.engine.store.read {
                    try $0.queue.failedMutations(limit: limit)
                }
                return (lines.map { Line($0) }, try await read(opened.engine.store))
            }
            if device.output.json { return try printJSON(lines) }
            guard !items.isEmpty else { return Console.text("No change was refused.") }
            var texts: [DisplayText] = items.prefix(limit).map { item in
                "\(item.id)  \(item.title)\n    \(item.reason)\n    \(item.attempts)"
            }
            texts.append("Decide with 'trendy failed retry ID' or 'trendy failed discard ID'.")
            try Console.list(DisplayText(lines: texts), device.output)
        }

        @MainActor
        private func read(_ store: DeviceStore) async throws -> [FailedWorkViewModel.Item] {
            let model = FailedWorkViewModel(
                store: store,
                dependencies: .live(),
                formats: ZoneOptions.machineFormats
            )
            await model.refresh()
            try ScreenProblem.check(model.problem)
            return model.items
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send refused changes again with the next sync.",
            discussion: """
                Examples:
                  trendy failed retry ID
                  trendy failed retry --all
                """
        )

        @OptionGroup var choice: Choice
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let count = try await Device.with(device.directory) { opened in
                try await opened.engine.store.write { try $0.queue.retry(choice.undecided) }
            }
            if device.output.json { return try printJSON(["retried": count]) }
            Console.text(
                "The next sync sends \(plural(count, "change")) again."
            )
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Correct a refused change; the next sync sends it again.",
            discussion: """
                Example:
                  trendy failed edit ID --set notes="with milk" --clear location_name
                """
        )

        @Argument(
            help: ArgumentHelp(
                "The id of the change, as 'trendy failed' lists it.",
                valueName: "id"
            )
        )
        var id: String
        @OptionGroup var fields: FieldOptions
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let id = try entityID(id)
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                let failed = try await FailedCommand.find(id, in: store)
                try await store.write {
                    try $0.entities.update(id: failed.entityID, change: fields.change)
                }
            }
            if device.output.json { return try printJSON(["edited": id.description]) }
            Console.text("Corrected. The next sync sends it.")
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Discard refused changes permanently, with the later changes of their entities.",
            discussion: """
                Examples:
                  trendy failed export ID > kept.json   keep a copy first
                  trendy failed discard ID
                  trendy failed discard --all
                """
        )

        @OptionGroup var choice: Choice
        @Flag(
            help:
                "Also discard the events that depend on a change, such as those of a type."
        )
        var withDependents = false
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let given = try await Device.with(device.directory) { opened in
                try await opened.engine.store.write {
                    try $0.queue.discard(
                        choice.undecided,
                        withDependents: withDependents
                    )
                }
            }
            if device.output.json {
                return try printJSON(["discarded": given.map(\.description)])
            }
            for id in given { Console.text("Discarded: \(id)") }
            if given.isEmpty { Console.text("No change was refused.") }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the refused changes to standard output, one line of JSON each.",
            discussion: """
                Examples:
                  trendy failed export > kept.json
                  trendy failed export ID
                """
        )

        @Argument(
            help: ArgumentHelp("The id of a change (default: all changes).", valueName: "id")
        )
        var id: String?
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let id = try id.map { try entityID($0) }
            let lines = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                if let id { return [try await FailedCommand.find(id, in: store).exported] }
                return try await store.read { try $0.queue.failedMutations(limit: .max) }.map(
                    \.exported
                )
            }
            for line in lines { Console.json(line.description) }
        }
    }

    /// The refused change with an id.
    private static func find(_ id: EntityID, in store: DeviceStore) async throws -> StoredMutation {
        let failed = try await store.read { try $0.queue.failedMutations(limit: .max) }.first {
            $0.id == id
        }
        guard let failed else {
            throw CommandFailure(
                code: EX_DATAERR,
                message: "No refused change has the id \(id). 'trendy failed' lists them."
            )
        }
        return failed
    }
}
