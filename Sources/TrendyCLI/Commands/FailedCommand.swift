import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

struct FailedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "failed",
        abstract: "Show what the server did not accept, and decide what becomes of it.",
        discussion: """
            A change that was refused for good, or too often, stays on this device until you \
            decide. Going on with its event, or deleting it, has it tried again as well.

            trendy failed                     what failed, and why
            trendy failed retry ID            try one again; --all for every one
            trendy failed edit ID --set ...   correct one and have it tried again
            trendy failed discard ID          give one up: the event is as the server has it again
            trendy failed export > kept.json  write them out, a line of JSON each; ID for one
            """,
        subcommands: [List.self, Retry.self, Edit.self, Discard.self, Export.self],
        defaultSubcommand: List.self
    )

    /// A change that needs a person, as it is printed.
    struct Line: Encodable {
        let id: String
        let kind: String
        let operation: String
        let entity: String
        let state: String
        let attempts: Int
        let recordedAt: String
        let code: String?
        /// For people.
        let reason: String
        /// What the server says.
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

    /// Which changes a decision is about.
    struct Choice: ParsableArguments {
        @Argument(help: ArgumentHelp("The change, as 'trendy failed' names it.", valueName: "id"))
        var id: String?

        @Flag(help: "Every change that failed.")
        var all = false

        func validate() throws {
            guard (id == nil) == all else {
                throw ValidationError("Name one change by its id, or say --all.")
            }
            if let id, EntityID(id) == nil {
                throw ValidationError("'\(id)' is no id. 'trendy failed' lists them.")
            }
        }

        var undecided: DeviceStore.FailedMutationSelection {
            id.flatMap { EntityID($0) }.map { .mutation($0) } ?? .all
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what failed, and why.")

        @Option(help: "Changes at most.")
        var limit = 100
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let lines = try await Device.with(device.directory) { opened in
                try await opened.engine.store.failedMutations(limit: limit).map { Line($0) }
            }
            if device.output.json { return try printJSON(lines) }
            guard !lines.isEmpty else { return Console.text("Nothing failed.") }
            for line in lines {
                Console.text("\(line.id)  \(line.operation) of \(line.kind) \(line.entity)")
                let code: DisplayText = line.code.map { " [\($0)]" } ?? ""
                Console.text("    \(line.reason)\(code)")
                Console.text("    recorded \(line.recordedAt), tried \(line.attempts) times")
            }
            Console.text("Decide with 'trendy failed retry ID' or 'trendy failed discard ID'.")
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let changes be tried again with the next sync."
        )

        @OptionGroup var choice: Choice
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let count = try await Device.with(device.directory) { opened in
                try await opened.engine.store.retry(choice.undecided)
            }
            if device.output.json { return try printJSON(["retried": count]) }
            Console.text(
                count == 1
                    ? "1 change will be tried again." : "\(count) changes will be tried again."
            )
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Correct what failed; it is tried again with the next sync."
        )

        @Argument(help: ArgumentHelp("The change, as 'trendy failed' names it.", valueName: "id"))
        var id: String
        @OptionGroup var fields: FieldOptions
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let id = try entityID(id)
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                let failed = try await FailedCommand.find(id, in: store)
                try await store.update(id: failed.entityID, change: fields.change)
            }
            if device.output.json { return try printJSON(["edited": id.description]) }
            Console.text("Corrected. The next sync sends it.")
        }
    }

    struct Discard: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give changes up for good, with all that waits behind them."
        )

        @OptionGroup var choice: Choice
        @Flag(help: "Also give up events that refer to what goes, such as those of a type.")
        var withDependents = false
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let given = try await Device.with(device.directory) { opened in
                try await opened.engine.store.discard(
                    choice.undecided,
                    withDependents: withDependents
                )
            }
            if device.output.json {
                return try printJSON(["discarded": given.map(\.description)])
            }
            for id in given { Console.text("Given up: \(id)") }
            if given.isEmpty { Console.text("Nothing failed.") }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write what failed to the standard output, a line of JSON each."
        )

        @Argument(
            help: ArgumentHelp("The change, as 'trendy failed' names it; all.", valueName: "id")
        )
        var id: String?
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let id = try id.map { try entityID($0) }
            let lines = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                if let id { return [try await FailedCommand.find(id, in: store).exported] }
                return try await store.failedMutations(limit: .max).map(\.exported)
            }
            for line in lines { Console.json(line.description) }
        }
    }

    /// The change that failed with an id.
    private static func find(_ id: EntityID, in store: DeviceStore) async throws -> StoredMutation {
        let failed = try await store.failedMutations(limit: .max).first { $0.id == id }
        guard let failed else {
            throw CommandFailure(
                code: EX_DATAERR,
                message: "No change that failed has the id \(id). 'trendy failed' lists them."
            )
        }
        return failed
    }
}
