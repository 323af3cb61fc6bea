import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPlaces

extension PlacesCommand {
    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record a visit that no phone detected.",
            discussion: """
                Examples:
                  trendy places log Office --from 08:30 --until 17:00
                  trendy places log Office --from "yesterday 08:30" --until "yesterday 17:00"
                  trendy places log Office

                Without --until you are still there, and 'trendy places end-visit' ends the visit. \
                A visit that overlaps a recorded one to the same place is not recorded again; \
                'trendy edit' changes that one.
                """
        )

        @Argument(help: ArgumentHelp("The place.", valueName: "name"))
        var name: String
        @Option(
            help: ArgumentHelp("When you arrived, such as 08:30 (default: now).", valueName: "time")
        )
        var from: String?
        @Option(help: ArgumentHelp("When you left, such as 17:00.", valueName: "time"))
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
                    : "This visit is already recorded, as \(receipt.eventID)."
            )
        }
    }

    struct EndVisit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-visit",
            abstract: "End the current visit to a place.",
            discussion: """
                Examples:
                  trendy places end-visit Office
                  trendy places end-visit Office --at 17:00
                """
        )

        @Argument(help: ArgumentHelp("The place.", valueName: "name"))
        var name: String
        @Option(
            help: ArgumentHelp("When you left, such as 17:00 (default: now).", valueName: "time")
        )
        var at: String?
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let instant = try at.map { try parseInstant($0, "--at") }
            let receipt = try await Device.with(device.directory) { opened in
                let place = try await PlacesCommand.place(named: name, in: opened.engine.store)
                return try await opened.engine.recordGeofenceEvent.endVisit(place.id, at: instant)
            }
            if device.output.json { return try printJSON(RecordOutput(receipt)) }
            Console.text("Ended the visit to \(name).")
        }
    }
}
