import ArgumentParser
import Foundation
import TrendyFixture
import TrendyModel

struct FixtureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixture",
        abstract: "Write a generated export of Apple Health, and its true daily totals.",
        discussion: """
            Examples:
              trendy fixture export.zip
              trendy fixture export.xml --days 30 --seed 7 --last-day 2026-01-31
              trendy fixture large.zip --size 1GiB
              trendy fixture everything.zip --all-kinds --imperial

            The same seed gives the same bytes. As in a real export, an iPhone, a Watch and an app \
            overlap, samples arrive late, and dates have the offset of the time of the export. \
            Import it with 'trendy import'.
            """
    )

    @Argument(help: "The file to write, ending in .zip or .xml.")
    var path: String

    @Option(help: ArgumentHelp("The seed of the random numbers.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: "The number of days.")
    var days = 90

    @Option(
        help: ArgumentHelp(
            "The size of the XML instead of --days, such as 100MiB or 1GiB.",
            valueName: "size"
        )
    )
    var size: String?

    @Option(help: "The last day, YYYY-MM-DD.")
    var lastDay: String?

    @Flag(help: "Write the malformed document type of iOS 16.")
    var malformedDtd = false

    @Flag(help: "Write all quantity and category types of Apple Health, not only the usual ones.")
    var allKinds = false

    @Flag(help: "With --all-kinds: print miles, pounds and degrees Fahrenheit.")
    var imperial = false

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var output: OutputOptions

    private struct Result: Encodable {
        let path: String
        let truth: String
        let bytes: Int64
        let records: Int
        let days: Int
        let workouts: Int
    }

    func run() async throws {
        var options = FixtureOptions(seed: seed)
        if zone.timeZone != nil { options = FixtureOptions(seed: seed, zone: zone.zone) }
        options.days = days
        options.hasMalformedDTD = malformedDtd
        if imperial, !allKinds {
            throw ValidationError(
                "--imperial only applies to --all-kinds. Add it, or leave both out."
            )
        }
        options.kinds = allKinds ? .all : .standard
        options.units = imperial ? .imperial : .metric
        if let size { options.targetBytes = try bytes(size) }
        if let lastDay {
            guard let day = CalendarDay(lastDay) else {
                throw ValidationError("'\(lastDay)' is not a day. Give it as YYYY-MM-DD.")
            }
            options.lastDay = day
        }
        let bar = ProgressBar(isQuiet: output.json)
        let summary: FixtureSummary
        do {
            defer { bar.clear() }
            summary = try FixtureGenerator(options).write(
                to: path,
                expectedTotalsPath: path + ".truth.json"
            ) { done, total in
                bar.update(
                    "Writing",
                    done: Double(done) / 1_000_000,
                    total: Double(total) / 1_000_000,
                    unit: "MB"
                )
            }
        } catch let error as FixtureError {
            throw CommandFailure(
                code: error.code == .badOptions ? EX_USAGE : EX_CANTCREAT,
                message: error.message
            )
        }
        let result = Result(
            path: summary.path,
            truth: summary.expectedTotalsPath,
            bytes: summary.bytes,
            records: summary.records,
            days: summary.days,
            workouts: summary.workouts
        )
        if output.json {
            try printJSON(result)
        } else {
            Console.text("Wrote \(result.path): \(result.days) days, \(result.records) records.")
            Console.text("The true daily totals are in \(result.truth).")
        }
    }

    private func bytes(_ text: String) throws -> Int64 {
        for (unit, factor) in [("GiB", Int64(1) << 30), ("MiB", 1 << 20)] where text.hasSuffix(unit)
        {
            let digits = text.dropLast(3).trimmingCharacters(in: .whitespaces)
            if let number = Int64(digits), number > 0, number <= 1 << 20 {
                return number * factor
            }
        }
        throw ValidationError(
            "'\(text)' is not a size. Give a number with its unit, such as 100MiB."
        )
    }
}
