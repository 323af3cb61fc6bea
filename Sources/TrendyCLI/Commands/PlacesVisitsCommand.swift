import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

extension PlacesCommand {
    struct Visits: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the recorded visits, newest first.",
            discussion: """
                Examples:
                  trendy places visits
                  trendy places visits --place Office --from 2026-01-01

                Entry and exit show the evidence and the interval that the moment lies in. \
                Evidence is crossing or state (a report of the system), fix (a location of the \
                device), person (your own entry), inferred (from later evidence) or missed.
                """
        )

        @Option(help: ArgumentHelp("Only visits to this place.", valueName: "name"))
        var place: String?
        @Option(
            help: ArgumentHelp(
                "Only visits that began on this day or at this time or later.",
                valueName: "time"
            )
        )
        var from: String?
        @Option(
            help: ArgumentHelp("Only visits that began before this day or time.", valueName: "time")
        )
        var to: String?
        @Option(help: "The maximum number of visits.")
        var limit = 20
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard (1...1_000_000).contains(limit) else {
                throw ValidationError("--limit takes a number from 1 to 1000000.")
            }
        }

        func run() async throws {
            let start = try from.map { try parseInstant($0, "--from", acceptsDays: true) }
            let end = try to.map { try parseInstant($0, "--to", acceptsDays: true) }
            let visits = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                var id: EntityID?
                if let place { id = try await PlacesCommand.place(named: place, in: store).id }
                return try await RecordedVisit.newest(
                    in: store,
                    from: start,
                    to: end,
                    at: id,
                    limit: limit
                )
            }.map { VisitOutput($0) }
            if device.output.json { return try printJSON(visits) }
            guard !visits.isEmpty else {
                return Console.text(
                    "No visits. A phone records them at your places, which 'trendy places' lists; "
                        + "'trendy places log' records one by hand."
                )
            }
            try Console.list(VisitOutput.table(of: visits).text, device.output)
        }
    }
}
