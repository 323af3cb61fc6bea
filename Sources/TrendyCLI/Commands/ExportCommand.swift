import ArgumentParser
import Foundation
import TrendyExport
import TrendyKit
import TrendyModel
import TrendyQuery
import TrendyStore

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write your events to a file that other programs read.",
        discussion: """
            Examples:
              trendy export --output events.csv
              trendy export --format ndjson --with-types --output copy.ndjson
              trendy export --format ical --from 2026-01-01 --output calendar.ics
              trendy export --format gpx --place Home > visits.gpx

            Formats: csv and json have every event with every field; ndjson is json with one event \
            a line; gpx and geojson have the visits and other events with a position; ical has \
            visits and workouts; sqlite is a database with the tables of 'trendy sql', of \
            everything; fhir (HL7 FHIR R4) and omh (Open mHealth) have the health results \
            that they have a code for.

            The oldest event is first. Only you can read the file, and it appears when it is \
            complete. 'trendy import --events FILE' reads json and ndjson again.
            """
    )

    @Option(help: "The format: csv, json, ndjson, gpx, geojson, ical, sqlite, fhir or omh.")
    var format = ExportChoice.events(.csv)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file to write (default: standard output).", valueName: "file")
    )
    var output: String?

    @Flag(help: "Replace the file when it exists.")
    var force = false

    @Option(help: ArgumentHelp("Only events of this type.", valueName: "name"))
    var type: String?

    @Option(help: ArgumentHelp("Only results of this health metric.", valueName: "key"))
    var metric: String?

    @Option(help: ArgumentHelp("Only visits to this place.", valueName: "name"))
    var place: String?

    @Option(
        help: ArgumentHelp(
            "Only events from this day or time on, such as 2026-01-15 or \"yesterday 18:00\".",
            valueName: "time"
        )
    )
    var from: String?

    @Option(help: ArgumentHelp("Only events before this day or time.", valueName: "time"))
    var to: String?

    @Flag(help: "With ical: every event except daily results, not only visits and workouts.")
    var all = false

    @Flag(
        help: ArgumentHelp(
            "With json and ndjson: the event types, property definitions and places before the "
                + "events, for an exact copy in another account."
        )
    )
    var withTypes = false

    @Flag(
        help: ArgumentHelp(
            "With csv: put an apostrophe before texts that a spreadsheet would run as a formula."
        )
    )
    var spreadsheetSafe = false

    @Flag(help: "Download the events from your server instead of reading this device's.")
    var fromServer = false

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        if device.output.json, output == nil || output == "-" {
            throw ValidationError(
                "--json prints a summary, so the events need a file. Add --output FILE."
            )
        }
        if all, format != .events(.ical) { throw ValidationError("--all is for --format ical.") }
        if spreadsheetSafe, format != .events(.csv) {
            throw ValidationError("--spreadsheet-safe is for --format csv.")
        }
        if withTypes, format != .events(.json), format != .events(.ndjson) {
            throw ValidationError("--with-types is for --format json or ndjson.")
        }
        if format == .sqlite { try validateDatabase() }
        guard fromServer else { return }
        guard case .events(let events) = format, ExportFormat.ofServer.contains(events) else {
            throw ValidationError(
                "The server exports csv, json and ndjson. Run 'trendy sync', then export "
                    + "\(format) without --from-server."
            )
        }
        guard metric == nil, place == nil, !withTypes, !spreadsheetSafe else {
            throw ValidationError(
                "--from-server takes --format, --type, --from and --to. Run 'trendy sync', then "
                    + "export without --from-server."
            )
        }
    }

    private func validateDatabase() throws {
        guard let output, output != "-" else {
            throw ValidationError("A database needs a file. Add --output FILE.")
        }
        guard type == nil, metric == nil, place == nil, from == nil, to == nil else {
            throw ValidationError(
                "A database has everything. Leave out --type, --metric, --place, --from and --to, "
                    + "and choose rows with SQL."
            )
        }
    }

    func run() async throws {
        guard case .events(let format) = format else { return try exportDatabase() }
        var period = EventFilter()
        period.from = try from.map { try parseInstant($0, "--from", acceptsDays: true) }
        period.to = try to.map { try parseInstant($0, "--to", acceptsDays: true) }
        do {
            let result = try await cancelledBySignals { [self, period] in
                try await export(period, as: format)
            }
            try report(result, format)
        } catch is CancellationError {
            throw CommandFailure(code: 130, message: "Stopped. No file was written.")
        }
    }

    private func exportDatabase() throws {
        guard let output else { return }
        guard force || !FileManager.default.fileExists(atPath: output) else {
            throw CommandFailure(
                code: EX_CANTCREAT,
                message: "\(output) exists. Add --force to replace it, or give another --output."
            )
        }
        let counts: QueryDatabase.ExportCounts
        do {
            counts = try QueryDatabase.open(device, zone).export(to: output)
        } catch let error as QueryError {
            throw CommandFailure(error)
        }
        if device.output.json {
            return try printJSON(
                Dictionary(counts.map { ($0.table, $0.rows) }, uniquingKeysWith: max)
            )
        }
        let rows = counts.map { "\($0.rows) in \($0.table)" }.joined(separator: ", ")
        Console.text("Wrote \(output): \(rows).")
    }

    private func export(
        _ period: EventFilter,
        as format: ExportFormat
    ) async throws -> ExportResult {
        let file = try ExportOutput(output, replacing: force)
        let bar = ProgressBar(isQuiet: device.output.json || output == nil)
        return try await Device.with(device.directory) { opened in
            defer { bar.clear() }
            var run = ExportRun(period: period, format: format, output: file, bar: bar)
            if let type {
                run.period.eventTypeID = try await PlacesCommand.eventType(
                    named: type,
                    in: opened.engine.store
                )
            }
            if fromServer { return try await run.download(from: opened) }
            run.filter.category = metric
            if let place {
                run.filter.geofenceID = try await PlacesCommand.place(
                    named: place,
                    in: opened.engine.store
                ).id
            }
            run.options.includesAllEvents = all
            run.options.isSpreadsheetSafe = spreadsheetSafe
            return try await run.write(opened.engine.store, withTypes: withTypes)
        }
    }

    private func report(_ result: ExportResult, _ format: ExportFormat) throws {
        if device.output.json { return try printJSON(result) }
        let lines = result.lines(format: format, file: output)
        guard output == nil || output == "-" else {
            return lines.forEach { Console.text("\($0)") }
        }
        // Standard output has the events.
        for line in lines.dropFirst() { Console.error(line + "\n") }
    }
}
