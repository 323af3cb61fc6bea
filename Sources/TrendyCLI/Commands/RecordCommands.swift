import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Record an event; its type is made when it is new.",
        discussion: """
            Examples:
              trendy log Coffee
              trendy log Run --at 2026-01-15T08:30:00Z --note "along the river" \
            --number distance=5.2
            """
    )

    @Argument(help: "The name of the event's type.")
    var type: String

    @Option(help: ArgumentHelp("When, RFC 3339 (default: now).", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("When it ended, RFC 3339.", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Option(help: ArgumentHelp("A property that is text.", valueName: "key=value"))
    var text: [String] = []

    @Option(help: ArgumentHelp("A property that is a number.", valueName: "key=value"))
    var number: [String] = []

    @OptionGroup var device: DeviceOptions

    private struct Result: Encodable {
        let event: String
        let eventType: String
        let isNewType: Bool
    }

    func run() async throws {
        let entry = RecordManualEvent.Entry(
            typeName: type,
            timestamp: try instant(at, "--at"),
            endDate: try instant(until, "--until"),
            notes: note,
            properties: try properties()
        )
        let receipt = try await Device.with(device.directory) { opened in
            try await opened.engine.recordManualEvent(entry)
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

    private func properties() throws -> PropertyBag {
        var bag = PropertyBag()
        for pair in text {
            let (key, value) = try split(pair)
            bag[key] = .text(value)
        }
        for pair in number {
            let (key, value) = try split(pair)
            guard let raw = try? RawJSON(checking: Array(value.utf8)), let number = raw.number
            else {
                throw CommandFailure(
                    code: EX_USAGE,
                    message: "'\(value)' is no number (--number \(pair))."
                )
            }
            bag[key] = .number(number)
        }
        return bag
    }

    private func split(_ pair: String) throws -> (String, String) {
        guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "'\(pair)' is no property. Give it as key=value."
            )
        }
        return (String(pair[..<sign]), String(pair[pair.index(after: sign)...]))
    }

    private func instant(_ text: String?, _ option: String) throws -> Instant? {
        guard let text else { return nil }
        return try parseInstant(text, option)
    }
}

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List events, newest first."
    )

    @Option(help: ArgumentHelp("Only events of this type.", valueName: "name"))
    var type: String?

    @Option(help: ArgumentHelp("Only events from this time on, RFC 3339.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Only events before this time, RFC 3339.", valueName: "time"))
    var to: String?

    @Option(help: "Events at most.")
    var limit = 20

    @Flag(help: "Show a line for each day instead: steps, energy, sleep, heart rate, workouts.")
    var daily = false

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to 1000000.")
        }
    }

    func run() async throws {
        try await Device.with(device.directory) { opened in
            if daily {
                let zones = ZoneHistory(zone.zone)
                let days = try await opened.engine.summarizeDays(in: zones)
                    .latest(min(limit, 3660))
                return try printDays(days, isJSON: device.output.json)
            }
            var filter = EventFilter(limit: limit)
            filter.from = try from.map { try parseInstant($0, "--from") }
            filter.to = try to.map { try parseInstant($0, "--to") }
            let store = opened.engine.store
            if let type {
                guard let found = try await store.entity(kind: .eventType, named: type) else {
                    throw CommandFailure(
                        code: EX_NOINPUT,
                        message: "There is no type '\(type)'. 'trendy types' lists them."
                    )
                }
                filter.eventTypeID = found.id
            }
            try await list(try await store.events(filter), store)
        }
    }

    private func list(_ events: [Entity], _ store: DeviceStore) async throws {
        if device.output.json { return printEntities(events) }
        var names: [EntityID: String] = [:]
        for entity in try await store.entities(kind: .eventType) {
            names[entity.id] = EventTypeFormatter.type(entity).name
        }
        var table = Table(["When", "What", "Properties"])
        for entity in events {
            guard let (event, flaw) = entity.readable(as: Event.self) else {
                table.add(["?", "?", "cannot be read"])
                continue
            }
            var properties = event.properties.keys.map { key in
                "\(key)=\(event.properties[key]?.json.description ?? "")"
            }
            if let flaw { properties.append("(cannot be read: \(flaw.field))") }
            table.add([
                event.timestamp.rfc3339, names[event.eventTypeID] ?? "?",
                properties.joined(separator: " "),
            ])
        }
        Console.text(events.isEmpty ? "No events." : table.text)
    }
}

struct TypesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "List the types of events."
    )

    @OptionGroup var device: DeviceOptions

    func run() async throws {
        try await Device.with(device.directory) { opened in
            let types = try await opened.engine.store.entities(kind: .eventType)
            if device.output.json { return printEntities(types) }
            var table = Table(["Name", "Color", "Icon"])
            for entity in types {
                let type = EventTypeFormatter.type(entity)
                table.add([type.name, type.color, type.icon])
            }
            Console.text(types.isEmpty ? "No types." : table.text)
        }
    }
}

/// Prints entities as one JSON array, each as it travels.
func printEntities(_ entities: [Entity]) {
    var writer = JSONWriter()
    writer.raw("[")
    for (index, entity) in entities.enumerated() {
        writer.raw(index > 0 ? ",\n" : "\n")
        writer.entity(entity)
    }
    writer.raw("\n]")
    Console.json(String(decoding: writer.bytes, as: UTF8.self))
}

/// Reads an instant that an option was given.
func parseInstant(_ text: String, _ option: String) throws -> Instant {
    guard let instant = Instant(rfc3339: text) else {
        throw CommandFailure(
            code: EX_USAGE,
            message: "'\(text)' is no time (\(option)). Give RFC 3339, such as "
                + "2026-01-15T08:30:00Z or 2026-01-15T09:30:00+01:00."
        )
    }
    return instant
}
