import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Record an event; a new type is created with its first event.",
        discussion: """
            Examples:
              trendy log Coffee
              trendy log Coffee --at 08:30 --note "with milk"
              trendy log Run --at "yesterday 18:00" -p distance=5.2 -p took=44min
              trendy log Book -p title:text=1984 -p finished=yes -p due=2026-02-01

            A property gets its type from its definition. Without one, the form of the value \
            decides: 5.2 is a number, yes or no a boolean, 2026-01-15 or "2026-01-15 08:30" a \
            date, 45min or 1h30m a duration, https://example.org a URL, a@example.org an e-mail \
            address, everything else text. Give the type as key:type=value to choose it yourself: \
            text, number, boolean, date, select, duration, url or email.

            Times are local: 08:30, "yesterday 18:00", "2026-01-15 08:30", or RFC 3339 such as \
            2026-01-15T08:30:00+01:00.

            A wrong event is changed with 'trendy edit ID' and deleted with 'trendy delete ID'; \
            'trendy events --json' lists the ids.
            """
    )

    @Argument(help: "The name of the event's type.")
    var type: String

    @Option(
        help: ArgumentHelp("When it happened, such as 08:30 (default: now).", valueName: "time")
    )
    var at: String?

    @Option(help: ArgumentHelp("When it ended, such as 09:10.", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(
        name: [.long, .customShort("p")],
        help: ArgumentHelp("A property of the event; repeat it for more.", valueName: "key=value")
    )
    var property: [String] = []

    @Option(
        help: ArgumentHelp("A property that is text, as key:text=value.", valueName: "key=value")
    )
    var text: [String] = []

    @Option(
        help: ArgumentHelp(
            "A property that is a number, as key:number=value.",
            valueName: "key=value"
        )
    )
    var number: [String] = []

    @OptionGroup var device: DeviceOptions

    private struct Result: Encodable {
        let event: String
        let eventType: String
        let isNewType: Bool
    }

    func run() async throws {
        var entry = RecordManualEvent.Entry(
            typeName: type,
            timestamp: try at.map { try parseInstant($0, "--at") },
            endDate: try until.map { try parseInstant($0, "--until") },
            notes: note
        )
        let receipt = try await Device.with(device.directory) { opened in
            let record = opened.engine.recordManualEvent
            entry.properties = try properties(
                PropertyInput(
                    definitions: try await record.definitions(ofTypeNamed: type),
                    times: .live()
                )
            )
            return try await record(entry)
        }
        if device.output.json {
            try printJSON(
                Result(
                    event: receipt.eventID.description,
                    eventType: receipt.eventTypeID.description,
                    isNewType: receipt.isNewType
                )
            )
        } else {
            Console.text("Recorded \(type)\(receipt.isNewType ? " (a new type)" : "").")
        }
    }

    private func properties(_ input: PropertyInput) throws -> PropertyBag {
        var bag = PropertyBag()
        let arguments =
            property + text.map { Self.typed($0, "text") } + number.map { Self.typed($0, "number") }
        for argument in arguments {
            do {
                let (key, value) = try input.property(argument)
                bag[key] = value
            } catch {
                throw CommandFailure(code: EX_USAGE, message: error.message)
            }
        }
        return bag
    }

    /// `key=value` as `key:type=value`.
    private static func typed(_ argument: String, _ type: String) -> String {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else {
            return argument
        }
        return "\(argument[..<sign]):\(type)\(argument[sign...])"
    }
}
