import ArgumentParser
import Foundation
import TrendyArchive
import TrendyHealth
import TrendyKit
import TrendyModel

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show where the number of a metric on a day comes from.",
        discussion: """
            Examples:
              trendy explain yesterday steps
              trendy explain 2026-01-15 "Heart Rate" --json

            It shows what each source says, what overlapped and so did not count, which samples \
            were rejected and why, and when the result was computed by which device. The samples \
            come from the archive: 'trendy import export.zip --keep-samples' fills it.
            """
    )

    @Argument(help: ArgumentHelp("The day, such as 2026-01-15 or yesterday.", valueName: "day"))
    var day: String

    @Argument(help: ArgumentHelp("The metric: its key or its name.", valueName: "metric"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "The source with the highest priority, as given to 'trendy import'; repeat it for the "
                + "next one.",
            valueName: "name"
        )
    )
    var sourcePriority: [String] = []

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard HealthCommand.category(name) != nil else { throw HealthCommand.unknown(name) }
    }

    func run() async throws {
        guard let metric = HealthCommand.category(name) else { throw HealthCommand.unknown(name) }
        let zones = ZoneHistory(zone.zone)
        let instant = try parseInstant(day, "The day", acceptsDays: true)
        let calendarDay =
            CalendarDay(day) ?? ZoneHistory(TimeZone.current).day(containing: instant)
        let directory = device.directory
        let explanation = try await Device.with(directory) { opened in
            let archive =
                SampleArchive.exists(in: directory)
                ? try SampleArchive(directory: directory) : nil
            let explain = ExplainHealthDay(
                store: opened.engine.store,
                source: archive.map { ArchivedHealthSource($0) },
                sourceOrder: sourcePriority
            )
            let explanation = try await explain(metric, on: calendarDay, in: zones)
            try archive?.close()
            return explanation
        }
        if device.output.json {
            return try printJSON(ExplanationOutput(explanation))
        }
        try Console.list(
            ExplanationText(explanation, formats: zone.formats).text,
            device.output
        )
    }
}
