import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore

struct TimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show what happened by day, newest first, as the app's timeline does.",
        discussion: """
            trendy timeline                        the latest events
            trendy timeline --day 2026-01-15       one day
            trendy timeline --search "crème river" events in which both words stand somewhere, \
            whatever case and accents
            trendy timeline --type Coffee          events of a type
            """
    )

    @Option(help: ArgumentHelp("Only this day.", valueName: "YYYY-MM-DD"))
    var day: String?
    @Option(
        help: ArgumentHelp(
            "Only events in whose texts or type these words are.",
            valueName: "words"
        )
    )
    var search: String?
    @Option(help: ArgumentHelp("Only events of this type.", valueName: "name"))
    var type: String?
    @Option(help: "Events at most.")
    var limit = 100
    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    private struct Output: Encodable {
        struct Row: Encodable {
            let id: String
            let type: String
            let time: String
            let detail: String?
            let source: String
            let state: String?
            let unreadable: String?

            init(_ row: TimelineRow) {
                id = row.id.description
                type = row.title
                time = row.time
                detail = row.detail
                source = row.source
                unreadable = row.unreadable
                state =
                    switch row.marker {
                    case .waiting: "waiting"
                    case .failed: "failed"
                    case nil: nil
                    }
            }
        }

        struct Day: Encodable {
            let day: String
            let title: String
            let events: [Row]
        }

        let days: [Day]
        let hasMore: Bool
    }

    func validate() throws {
        if let day, CalendarDay(day) == nil {
            throw ValidationError("'\(day)' is no day. Give one such as 2026-01-15.")
        }
        guard limit > 0 else { throw ValidationError("The limit must be 1 or more.") }
    }

    func run() async throws {
        let formats = zone.formats
        let (output, empty) = try await Device.with(device.directory) { opened in
            var query = EventQuery(text: search ?? "")
            if let type {
                guard
                    let found = try await opened.engine.store.entity(kind: .eventType, named: type)
                else {
                    throw CommandFailure(
                        code: EX_DATAERR,
                        message: "There is no type '\(type)'. 'trendy types' lists them."
                    )
                }
                query.eventTypeIDs = [found.id]
            }
            return try await read(opened.engine, query, formats)
        }
        if device.output.json { return try printJSON(output) }
        if let empty { return Console.text("\(empty)") }
        for day in output.days {
            Console.text(Style.bold.paint("\(day.title)"))
            for row in day.events {
                let detail = row.detail.map { "  \($0)" } ?? ""
                let state = row.state.map { "  [\($0)]" } ?? ""
                let flaw = row.unreadable.map { "  (\($0))" } ?? ""
                Console.text(
                    "  \(row.time)  \(row.type)\(detail)\(Style.dim.paint("\(state)\(flaw)"))"
                )
            }
        }
        if output.hasMore { Console.text("There is more: --limit shows it.") }
    }

    @MainActor
    private func read(
        _ engine: TrendyEngine,
        _ query: EventQuery,
        _ formats: DisplayFormatter
    ) async throws -> (Output, empty: String?) {
        let model = EventStore(
            store: engine.store,
            dependencies: .live(),
            formats: formats,
            query: query,
            day: day.flatMap { CalendarDay($0) },
            pageSize: limit
        )
        await model.refresh()
        try ScreenProblem.check(model.problem)
        let sections = model.sections
        let count = sections.reduce(0) { $0 + $1.rows.count }
        let output = Output(
            days: sections.map { section in
                Output.Day(
                    day: section.day.description,
                    title: section.title,
                    events: section.rows.prefix(limit).map { Output.Row($0) }
                )
            },
            hasMore: model.hasMore || count > limit
        )
        return (output, model.emptyText)
    }
}

/// A view model's problem, as a command tells it.
enum ScreenProblem {
    /// Throws when there is one.
    static func check(_ problem: String?) throws {
        if let problem { throw CommandFailure(code: EX_IOERR, message: problem) }
    }
}

extension ZoneOptions {
    /// The looks that commands have: the same on every machine.
    var formats: DisplayFormatter {
        let zones = ZoneHistory(zone)
        return DisplayFormatter(locale: Locale(identifier: "en_GB"), zones: { zones })
    }
}
