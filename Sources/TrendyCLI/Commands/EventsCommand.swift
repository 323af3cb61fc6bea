import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore

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
                guard
                    let found = try await store.read({
                        try $0.entities.fetch(kind: .eventType, named: type)
                    })
                else {
                    throw CommandFailure(
                        code: EX_NOINPUT,
                        message: "There is no type '\(type)'. 'trendy types' lists them."
                    )
                }
                filter.eventTypeID = found.id
            }
            let events = try await store.read { [filter] in try $0.entities.events(filter) }
            if device.output.json { return printEntities(events) }
            guard !events.isEmpty else {
                return Console.text("No events. 'trendy log' and 'trendy import' record some.")
            }
            let table = try await EventTable(store, zone: zone).table(of: events)
            try Console.list(table.text, device.output)
        }
    }
}
