import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore

struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "List and edit the places whose visits become events.",
        discussion: """
            Examples:
              trendy places                                     list the places
              trendy places add Office --at 47.3769,8.5417      150 m around it
              trendy places edit Office --entry-type Work --notify-on-entry
              trendy places suggest walk.gpx --add              find places in a GPX track
              trendy places visits --place Office               list the visits
              trendy places end-visit Office                    end the current visit

            A visit is an event of the type Visit, unless the place has a type of its own.
            """,
        subcommands: [
            List.self, Add.self, Edit.self, Remove.self, Suggest.self, Visits.self, Log.self,
            EndVisit.self, Health.self,
        ],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the places by name.",
            discussion: """
                Example:
                  trendy places list --json
                """
        )

        @OptionGroup var device: DeviceOptions

        func run() async throws {
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                if device.output.json {
                    return printEntities(
                        try await store.read { try $0.entities.fetchAll(kind: .geofence) }
                    )
                }
                var types: [EntityID: String] = [:]
                for type in try await EventTypeRepository(store).all() {
                    types[type.id] = type.fields.name
                }
                var table = Table([
                    .flexible("Name"), "Position", .right("Radius"), .flexible("On entry"),
                    .flexible("On exit"), "Stay", "State",
                ])
                let places = try await GeofenceRepository(store).all()
                for place in places.map(\.fields) {
                    table.add([
                        place.name, degrees(place.latitude, place.longitude),
                        meters(place.radiusMeters),
                        Self.action(
                            place.eventTypeEntryID.map { types[$0] ?? "?" },
                            place.notifyOnEntry
                        ),
                        Self.action(
                            place.eventTypeExitID.map { types[$0] ?? "?" },
                            place.notifyOnExit
                        ),
                        place.notifyOnDwell.map { "notifies after \($0 / 60) min" } ?? "–",
                        place.isActive ? "active" : "inactive",
                    ])
                }
                guard !places.isEmpty else {
                    return Console.text(
                        "No places. 'trendy places add NAME --at LAT,LON' adds one; 'trendy places "
                            + "suggest' finds them in tracks."
                    )
                }
                try Console.list(table.text, device.output)
            }
        }

        private static func action(_ type: String?, _ notifies: Bool) -> String {
            switch (type, notifies) {
            case (let type?, true): "\(type), notifies"
            case (let type?, false): type
            case (nil, true): "notifies"
            case (nil, false): "–"
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a place on all devices; its visits stay.",
            discussion: """
                Example:
                  trendy places remove Office

                To stop monitoring a place without deleting it, use 'trendy places edit Office \
                --inactive'.
                """
        )

        @Argument(help: ArgumentHelp("The place.", valueName: "name"))
        var name: String
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let id = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                let place = try await PlacesCommand.place(named: name, in: store)
                try await store.write { try $0.entities.delete(id: place.id) }
                return place.id
            }
            if device.output.json { return try printJSON(["entity": id.description]) }
            Console.text("Deleted \(name).")
        }
    }

    /// The place with a name, without regard to case.
    static func place(named name: String, in store: DeviceStore) async throws -> Entity {
        guard
            let found = try await store.read({ try $0.entities.fetch(kind: .geofence, named: name) }
            )
        else {
            throw CommandFailure(
                code: EX_NOINPUT,
                message: "There is no place '\(name)'. 'trendy places' lists them."
            )
        }
        return found
    }

    /// Throws when another place has the name.
    static func checkFree(
        _ name: String,
        for id: EntityID? = nil,
        in store: DeviceStore
    ) async throws {
        guard
            let taken = try await store.read({ try $0.entities.fetch(kind: .geofence, named: name) }
            ), taken.id != id
        else { return }
        throw CommandFailure(
            code: EX_DATAERR,
            message: "There is a place '\(try Geofence(document: taken.document()).name)' already. "
                + "Give another name, or change that place with 'trendy places edit'."
        )
    }

    /// Degrees with five decimals, which is about a metre.
    static func degrees(_ latitude: Double, _ longitude: Double) -> String {
        String(format: "%.5f,%.5f", latitude, longitude)
    }

    /// Whole metres.
    static func meters(_ meters: Double) -> String {
        String(format: "%.0f m", meters)
    }
}
