import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore

struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Show the values that lost against another device's, and take them back.",
        discussion: """
            Two devices changed the same thing: the later edit stands, the other is kept here until \
            you have seen it.

            trendy conflicts                 what lost, and against what
            trendy conflicts take-back 12    put the value that lost back in its place
            trendy conflicts acknowledge 12  agree with what stands; --all for every one
            trendy conflicts ask-first Mood  let the other device's value stand until you decide
            """,
        subcommands: [List.self, TakeBack.self, Acknowledge.self, Policy.self],
        defaultSubcommand: List.self
    )

    /// A conflict, as it is printed.
    struct Line: Encodable {
        let id: Int64
        let kind: String
        let entity: String
        let field: String
        let stands: String?
        let lost: String?
        let lostHere: Bool
        let resolvedAt: String

        init(_ entry: ConflictLogEntry) {
            id = entry.id
            kind = entry.kind.name
            entity = entry.entityID.description
            field = entry.loss.field
            stands = entry.loss.winner?.description
            lost = entry.loss.loser?.description
            lostHere = !entry.loss.isLocalWinner
            resolvedAt = entry.resolvedAt.rfc3339
        }

        var words: String {
            let whose = lostHere ? "this device's" : "the other device's"
            guard field != Resolution.Loss.fullEntity else {
                return "deleted; \(whose) edit of it is kept"
            }
            return "\(field) is \(stands ?? "cleared"); \(whose) value was \(lost ?? "cleared")"
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what lost.")

        @Option(help: "Conflicts at most.")
        var limit = 100
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let lines = try await Device.with(device.directory) { opened in
                try await opened.engine.store.conflicts(limit: limit).map { Line($0) }
            }
            if device.output.json { return try printJSON(lines) }
            guard !lines.isEmpty else { return Console.text("No conflicts.") }
            for line in lines {
                Console.text("\(line.id)  \(line.kind) \(line.entity): \(line.words)")
            }
            Console.text(
                "Decide with 'trendy conflicts take-back N' or 'trendy conflicts acknowledge N'."
            )
        }
    }

    struct TakeBack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a value that lost back in its place; that is a new edit."
        )

        @Argument(help: ArgumentHelp("The conflict's number.", valueName: "number"))
        var number: Int64
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let entity = try await Device.with(device.directory) { opened in
                try await opened.engine.store.takeBackConflict(number)
            }
            if device.output.json { return try printJSON(["entity": entity.description]) }
            Console.text("Taken back in \(entity). The next sync sends it.")
        }
    }

    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ask-first",
            abstract: "Let no change of this device win by itself, for the events of a type."
        )

        @Argument(help: ArgumentHelp("The type's name.", valueName: "type"))
        var type: String
        @Flag(help: "Let the later edit win again.")
        var off = false
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                let found = try await store.entities(kind: .eventType).first { entity in
                    EventTypeFormatter.type(entity).name.caseInsensitiveCompare(type)
                        == .orderedSame
                }
                guard let found else {
                    throw CommandFailure(
                        code: EX_DATAERR,
                        message: "There is no type '\(type)'. 'trendy types' lists them."
                    )
                }
                try await store.setAsksBeforeResolving(!off, eventType: found.id)
            }
            if device.output.json { return try printJSON(["ask_first": !off]) }
            Console.text(
                off
                    ? "The later edit wins again."
                    : "Conflicts of '\(type)' wait for you: see 'trendy conflicts'."
            )
        }
    }

    struct Acknowledge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Agree with what stands.")

        @Argument(help: ArgumentHelp("The conflict's number.", valueName: "number"))
        var number: Int64?
        @Flag(help: "Every conflict.")
        var all = false
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard (number == nil) == all else {
                throw ValidationError("Name one conflict by its number, or say --all.")
            }
        }

        func run() async throws {
            let count = try await Device.with(device.directory) { opened in
                try await opened.engine.store.acknowledgeConflict(number)
            }
            if device.output.json { return try printJSON(["acknowledged": count]) }
            Console.text(
                count == 1 ? "1 conflict acknowledged." : "\(count) conflicts acknowledged."
            )
        }
    }
}
