import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPlaces

extension PlacesCommand {
    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record a visit that no phone has noticed.",
            discussion: """
                trendy places log Office --from 2026-01-15T08:30:00Z --until 2026-01-15T17:00:00Z

                Without an end you are still there; 'trendy places leave' ends it. A visit that \
                overlaps one to the same place is that one: 'trendy edit' changes it.
                """
        )

        @Argument(help: ArgumentHelp("The place.", valueName: "name"))
        var name: String
        @Option(help: ArgumentHelp("When you came, RFC 3339 (default: now).", valueName: "time"))
        var from: String?
        @Option(help: ArgumentHelp("When you left, RFC 3339.", valueName: "time"))
        var until: String?
        @Option(help: ArgumentHelp("A note.", valueName: "text"))
        var note: String?
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let start =
                try from.map { try parseInstant($0, "--from") }
                ?? Dependencies.live().wallClock.now()
            let end = try until.map { try parseInstant($0, "--until") }
            let receipt = try await Device.with(device.directory) { opened in
                let place = try await PlacesCommand.place(named: name, in: opened.engine.store)
                return try await opened.engine.recordGeofenceEvent(
                    ManualVisit(place.id, from: start, until: end, notes: note)
                )
            }
            try printRecord(receipt, isJSON: device.output.json)
        }

        private func printRecord(_ receipt: RecordReceipt, isJSON: Bool) throws {
            if isJSON { return try printJSON(RecordOutput(receipt)) }
            Console.text(
                receipt.isNew
                    ? "Recorded a visit to \(name)."
                    : "This visit is recorded already, as \(receipt.eventID)."
            )
        }
    }

    struct EndVisit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the visit that goes on at a place."
        )

        @Argument(help: ArgumentHelp("The place.", valueName: "name"))
        var name: String
        @Option(help: ArgumentHelp("When you left, RFC 3339 (default: now).", valueName: "time"))
        var at: String?
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let instant = try at.map { try parseInstant($0, "--at") }
            let receipt = try await Device.with(device.directory) { opened in
                let place = try await PlacesCommand.place(named: name, in: opened.engine.store)
                return try await opened.engine.recordGeofenceEvent.leave(place.id, at: instant)
            }
            if device.output.json { return try printJSON(RecordOutput(receipt)) }
            Console.text("Ended the visit to \(name).")
        }
    }
}
