import ArgumentParser
import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

struct TimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show the events by day, newest first, as the app's timeline does.",
        discussion: """
            Examples:
              trendy timeline                          the latest events
              trendy timeline --day 2026-01-15         one day
              trendy timeline --search "creme river"   events with both words
              trendy timeline --type Coffee            events of one type

            A search ignores case and accents. 'trendy events' lists the events in columns, with \
            notes and places.
            """
    )

    @Option(help: ArgumentHelp("Only this day.", valueName: "YYYY-MM-DD"))
    var day: String?
    @Option(
        help: ArgumentHelp(
            "Only events that have these words in a text or in the type.",
            valueName: "words"
        )
    )
    var search: String?
    @Option(help: ArgumentHelp("Only events of this type.", valueName: "name"))
    var type: String?
    @Option(help: "The maximum number of events.")
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
                    case .pending: "waiting"
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
            throw ValidationError("'\(day)' is not a day. Give one such as 2026-01-15.")
        }
        guard limit > 0 else { throw ValidationError("--limit takes a number from 1.") }
    }

    func run() async throws {
        let formats = zone.formats
        let (output, empty, isLocal) = try await Device.with(device.directory) { opened in
            var query = EventQuery(text: search ?? "")
            if let type {
                let found = try await opened.engine.store.read {
                    try $0.entities.fetch(kind: .eventType, named: type)
                }
                guard let found else {
                    throw CommandFailure(
                        code: EX_DATAERR,
                        message: "There is no type '\(type)'. 'trendy types' lists them."
                    )
                }
                query.eventTypeIDs = [found.id]
            }
            let (output, empty) = try await read(opened.engine, query, formats)
            return (output, empty, opened.transport == nil)
        }
        if device.output.json { return try printJSON(output) }
        if let empty { return Console.text("\(empty)") }
        try Console.list(Self.text(output, isLocal: isLocal), device.output)
    }

    /// The days for people.
    ///
    /// - `isLocal`: whether the device is not signed in, so that every event is pending; one line
    ///   says so instead of a mark on each row.
    private static func text(_ output: Output, isLocal: Bool) -> DisplayText {
        var lines: [DisplayText] = []
        let width = output.days.lazy.flatMap(\.events).map { TextWidth.columns($0.time) }.max() ?? 0
        for day in output.days {
            lines.append(Style.bold.paint("\(day.title)"))
            for row in day.events {
                let gap = String(repeating: " ", count: width - TextWidth.columns(row.time))
                let detail = row.detail.map { "  \($0)" } ?? ""
                let isShown = !isLocal || row.state != "waiting"
                let state = isShown ? row.state.map { "  [\(Self.name(ofState: $0))]" } ?? "" : ""
                let unreadable = row.unreadable.map { "  (\($0))" } ?? ""
                let marks = Style.dim.paint("\(state)\(unreadable)")
                lines.append("  \(row.time)\(gap)  \(row.type)\(detail)\(marks)")
            }
        }
        if output.hasMore { lines.append("There are more events: raise --limit.") }
        if isLocal, output.days.contains(where: { $0.events.contains { $0.state == "waiting" } }) {
            lines.append(
                "\nThese events are on this device only. Sign in with 'trendy login' to sync them."
            )
        }
        return DisplayText(lines: lines)
    }

    private static func name(ofState state: String) -> String {
        state == "waiting" ? "not synced yet" : "refused, see 'trendy failed'"
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

/// Turns the problem of a view model into an error of a command.
enum ScreenProblem {
    /// Throws when there is one.
    static func check(_ problem: String?) throws {
        if let problem { throw CommandFailure(code: EX_IOERR, message: problem) }
    }
}
