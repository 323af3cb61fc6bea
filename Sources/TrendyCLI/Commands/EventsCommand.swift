import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List events, newest first.",
        discussion: """
            Examples:
              trendy events
              trendy events --type Coffee --from 2026-01-01 --to 2026-02-01
              trendy events --daily --limit 7
              trendy events --json          every field, with the ids for 'trendy edit'

            'trendy timeline' groups the events by day and searches in them.
            """
    )

    @Option(help: ArgumentHelp("Only events of this type.", valueName: "name"))
    var type: String?

    @Option(
        help: ArgumentHelp(
            "Only events from this day or time on, such as 2026-01-15 or \"yesterday 18:00\".",
            valueName: "time"
        )
    )
    var from: String?

    @Option(help: ArgumentHelp("Only events before this day or time.", valueName: "time"))
    var to: String?

    @Option(help: "The maximum number of events.")
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
        var filter = EventFilter(limit: limit)
        filter.from = try from.map { try parseInstant($0, "--from", acceptsDays: true) }
        filter.to = try to.map { try parseInstant($0, "--to", acceptsDays: true) }
        try await Device.with(device.directory) { opened in
            if daily {
                let zones = ZoneHistory(zone.zone)
                let days = try await opened.engine.summarizeDays(in: zones)
                    .latest(min(limit, 3660))
                return try printDays(days, device.output)
            }
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
            let events = try await store.events(filter)
            if device.output.json { return printEntities(events) }
            guard !events.isEmpty else {
                return Console.text("No events. 'trendy log' and 'trendy import' record some.")
            }
            let table = try await EventTable(store, zone: zone).table(of: events)
            try Console.list(table.text, device.output)
        }
    }
}

/// The rows of `trendy events`.
struct EventTable {
    private let formats: DisplayFormatter
    private let times: LocalTime
    private var types: [EntityID: EventType] = [:]
    private var places: [EntityID: String] = [:]
    private var labels: [EntityID: [String: String]] = [:]

    /// Reads the names that the rows need.
    init(_ store: DeviceStore, zone: ZoneOptions) async throws {
        formats = zone.formats
        times = LocalTime(zone.zone)
        for entity in try await store.entities(kind: .eventType) {
            types[entity.id] = EventTypeFormatter.type(entity)
        }
        for entity in try await store.entities(kind: .geofence) {
            places[entity.id] = entity.readable(as: Geofence.self)?.fields.name
        }
        for entity in try await store.entities(kind: .propertyDefinition) {
            guard let read = entity.readable(as: PropertyDefinition.self) else { continue }
            labels[read.fields.eventTypeID, default: [:]][read.fields.key] = read.fields.label
        }
    }

    func table(of events: [Entity]) -> Table {
        var table = Table([
            "When", .flexible("Event"), .flexible("Details", isHiddenWhenEmpty: true),
            .flexible("Place", isHiddenWhenEmpty: true), .flexible("Note", isHiddenWhenEmpty: true),
        ])
        for entity in events {
            guard let (event, flaw) = entity.readable(as: Event.self) else {
                table.add(["?", "?", "needs a newer version of Trendy", "", ""])
                continue
            }
            let type = types[event.eventTypeID]
            let unreadable = flaw.map { "\($0.field) needs a newer version of Trendy" }
            let details = [details(event), unreadable].compactMap(\.self).filter { !$0.isEmpty }
            table.add(
                [
                    when(event), type?.name ?? "Unknown type", details.joined(separator: "; "),
                    place(event), event.notes ?? "",
                ],
                mark: Style.dot(type?.color ?? "")
            )
        }
        return table
    }

    private func when(_ event: Event) -> String {
        if event.isAllDay {
            return LocalTime.text(formats.zones().day(of: event)) + ", all day"
        }
        guard let end = event.endDate else {
            let time = times.text(event.timestamp)
            return event.sourceType == .geofence ? "\(time)–now" : time
        }
        return times.span(event.timestamp, end)
    }

    private func place(_ event: Event) -> String {
        event.locationName ?? event.geofenceID.flatMap { places[$0] } ?? ""
    }

    /// The measured value, else the properties; a visit's are about how its ends are known.
    private func details(_ event: Event) -> String {
        let formatter = EventFormatter(formats: formats, labels: labels[event.eventTypeID] ?? [:])
        if let measured = formatter.measured(event) { return measured }
        return event.isVisit ? "" : formatter.list(event.properties)
    }
}

struct TypesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "List the types of events.",
        discussion: """
            Examples:
              trendy types
              trendy types --json           every field, with the ids for 'trendy edit'

            'trendy log NAME' creates a type with its first event.
            """
    )

    @OptionGroup var device: DeviceOptions

    func run() async throws {
        try await Device.with(device.directory) { opened in
            let types = try await opened.engine.store.entities(kind: .eventType)
            if device.output.json { return printEntities(types) }
            guard !types.isEmpty else {
                return Console.text("No types. 'trendy log NAME' creates one.")
            }
            var table = Table([.flexible("Type"), "Color", "Symbol"])
            for entity in types {
                let type = EventTypeFormatter.type(entity)
                table.add([type.name, type.color, type.icon], mark: Style.dot(type.color))
            }
            try Console.list(table.text, device.output)
        }
    }
}

/// Prints entities as one JSON array, each as it is sent to the server.
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
