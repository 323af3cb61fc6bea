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
                Each end tells how it is known, and between which times it lies: a crossing and a \
                state are the system's word, a fix is the device's own, person is yours, inferred \
                follows from what came later. Times are in UTC.
                """
        )

        @Option(help: ArgumentHelp("Only visits to this place.", valueName: "name"))
        var place: String?
        @Option(
            help: ArgumentHelp("Only visits that began at this time or later.", valueName: "time")
        )
        var from: String?
        @Option(help: ArgumentHelp("Only visits that began before this time.", valueName: "time"))
        var to: String?
        @Option(help: "Visits at most.")
        var limit = 20
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard (1...1_000_000).contains(limit) else {
                throw ValidationError("--limit takes a number from 1 to 1000000.")
            }
        }

        func run() async throws {
            let start = try from.map { try parseInstant($0, "--from") }
            let end = try to.map { try parseInstant($0, "--to") }
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
            Console.text(
                visits.isEmpty
                    ? "No visits. A phone records them at your places: 'trendy places' lists these."
                    : VisitOutput.table(of: visits).text
            )
        }
    }
}
