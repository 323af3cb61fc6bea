import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

extension PlacesCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a place whose visits become events.",
            discussion: """
                Examples:
                  trendy places add Office --at 47.3769,8.5417
                  trendy places add Harbour --at -33.8568,151.2153 --radius 300
                  trendy places add Gym --at 47.37,8.54 --entry-type Workout

                'trendy places edit' changes a place, 'trendy places remove' deletes it.
                """
        )

        @Argument(help: ArgumentHelp("Its name, unique without regard to case.", valueName: "name"))
        var name: String
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Its centre in degrees north and east.", valueName: "lat,lon"),
            transform: PlacesCommand.coordinate
        )
        var at: Coordinate
        @Option(
            help: ArgumentHelp("Its radius in metres, 100 to 10000.", valueName: "metres"),
            transform: PlacesCommand.radius
        )
        var radius = 150.0
        @Option(help: ArgumentHelp("The type of its visits.", valueName: "name"))
        var entryType: String?
        @Option(help: ArgumentHelp("The type of an event that each exit adds.", valueName: "name"))
        var exitType: String?
        @Flag(help: "Notify on entry.")
        var notifyOnEntry = false
        @Flag(help: "Notify on exit.")
        var notifyOnExit = false
        @Option(
            help: ArgumentHelp(
                "Notify after this many minutes of a stay, 1 to 1440.",
                valueName: "minutes"
            ),
            transform: PlacesCommand.dwell
        )
        var notifyOnDwell: Int64?
        @Flag(help: "Do not monitor it yet.")
        var inactive = false
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            try PlacesCommand.validate(name: name)
        }

        func run() async throws {
            let id = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                try await PlacesCommand.checkFree(name, in: store)
                var place = Geofence(
                    name: name,
                    latitude: at.latitude,
                    longitude: at.longitude,
                    radiusMeters: radius
                )
                place.eventTypeEntryID = try await typeID(entryType, in: store)
                place.eventTypeExitID = try await typeID(exitType, in: store)
                place.notifyOnEntry = notifyOnEntry
                place.notifyOnExit = notifyOnExit
                place.notifyOnDwell = notifyOnDwell
                place.isActive = !inactive
                return try await store.write { [place] in try $0.entities.create(place) }
            }
            if device.output.json { return try printJSON(["entity": id.description]) }
            Console.text("Added \(name), \(PlacesCommand.meters(radius)) around its centre.")
        }

        private func typeID(_ name: String?, in store: DeviceStore) async throws -> EntityID? {
            guard let name else { return nil }
            return try await PlacesCommand.eventType(named: name, in: store)
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a place; options that are not given keep their values.",
            discussion: """
                Examples:
                  trendy places edit Office --radius 200
                  trendy places edit Office --entry-type Work --no-notify-on-exit
                  trendy places edit Office --inactive
                """
        )

        @Argument(help: ArgumentHelp("The place.", valueName: "place"))
        var place: String
        @Option(help: "Its new name.")
        var name: String?
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Its centre in degrees north and east.", valueName: "lat,lon"),
            transform: PlacesCommand.coordinate
        )
        var at: Coordinate?
        @Option(
            help: ArgumentHelp("Its radius in metres, 100 to 10000.", valueName: "metres"),
            transform: PlacesCommand.radius
        )
        var radius: Double?
        @Option(
            help: ArgumentHelp(
                "The type of its visits; 'none' for the type Visit.",
                valueName: "name"
            )
        )
        var entryType: String?
        @Option(
            help: ArgumentHelp(
                "The type of an event that each exit adds; 'none' for no event.",
                valueName: "name"
            )
        )
        var exitType: String?
        @Flag(inversion: .prefixedNo, help: "Notify on entry.")
        var notifyOnEntry: Bool?
        @Flag(inversion: .prefixedNo, help: "Notify on exit.")
        var notifyOnExit: Bool?
        @Option(
            help: ArgumentHelp(
                "Notify after this many minutes of a stay, 1 to 1440; 'none' to stop.",
                valueName: "minutes"
            )
        )
        var notifyOnDwell: String?
        @Flag(help: "Monitor it.")
        var active = false
        @Flag(help: "Stop monitoring it.")
        var inactive = false
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard !(active && inactive) else {
                throw ValidationError("Give --active or --inactive, not both.")
            }
            if let name { try PlacesCommand.validate(name: name) }
            _ = try dwell
            let given: [Any?] = [
                name, at, radius, entryType, exitType, notifyOnEntry, notifyOnExit, notifyOnDwell,
            ]
            guard active || inactive || given.contains(where: { $0 != nil }) else {
                throw ValidationError("Give a change, such as --radius 200 or --inactive.")
            }
        }

        func run() async throws {
            let id = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                let entity = try await PlacesCommand.place(named: place, in: store)
                let change = try await change(of: entity, in: store)
                try await store.write { try $0.entities.update(id: entity.id, change: change) }
                return entity.id
            }
            if device.output.json { return try printJSON(["entity": id.description]) }
            Console.text("Changed \(name ?? place).")
        }

        /// The seconds of a stay after which to notify; `nil` for never.
        private var dwell: Int64? {
            get throws {
                guard let notifyOnDwell, notifyOnDwell != "none" else { return nil }
                return try PlacesCommand.dwell(notifyOnDwell)
            }
        }

        private func change(of entity: Entity, in store: DeviceStore) async throws -> Document {
            let old = try entity.document()
            var geofence = try Geofence(document: old)
            if let name {
                try await PlacesCommand.checkFree(name, for: entity.id, in: store)
                geofence.name = name
            }
            if let at {
                geofence.latitude = at.latitude
                geofence.longitude = at.longitude
            }
            if let radius { geofence.radiusMeters = radius }
            if let entryType { geofence.eventTypeEntryID = try await typeID(entryType, in: store) }
            if let exitType { geofence.eventTypeExitID = try await typeID(exitType, in: store) }
            if let notifyOnEntry { geofence.notifyOnEntry = notifyOnEntry }
            if let notifyOnExit { geofence.notifyOnExit = notifyOnExit }
            if notifyOnDwell != nil { geofence.notifyOnDwell = try dwell }
            if active || inactive { geofence.isActive = active }
            return geofence.document.changes(from: old)
        }

        private func typeID(_ name: String, in store: DeviceStore) async throws -> EntityID? {
            guard name != "none" else { return nil }
            return try await PlacesCommand.eventType(named: name, in: store)
        }
    }

    static func validate(name: String) throws {
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("A place needs a name, such as Office.")
        }
    }

    /// The event type with a name, without regard to case.
    static func eventType(named name: String, in store: DeviceStore) async throws -> EntityID {
        guard
            let found = try await store.read({
                try $0.entities.fetch(kind: .eventType, named: name)
            })
        else {
            throw CommandFailure(
                code: EX_NOINPUT,
                message:
                    "There is no type '\(name)'. 'trendy types' lists them; 'trendy log' creates "
                    + "one with its first event. Nothing was changed."
            )
        }
        return found.id
    }

    /// Parses coordinates that a person typed.
    static func coordinate(_ text: String) throws -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            throw ValidationError(
                "Give degrees north and east with decimal points, such as 47.3769,8.5417 or "
                    + "-33.8568,151.2153."
            )
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ValidationError(
                "Degrees north reach from -90 to 90, degrees east from -180 to 180; north comes "
                    + "first."
            )
        }
        guard latitude != 0 || longitude != 0 else {
            throw ValidationError(
                "0,0 is a point in the Atlantic, which apps write for an unknown location. Give "
                    + "the real coordinates."
            )
        }
        return coordinate
    }

    /// Parses minutes that a person typed; returns seconds.
    static func dwell(_ text: String) throws -> Int64 {
        guard let minutes = Int64(text), (1...1440).contains(minutes) else {
            throw ValidationError("Give minutes from 1 to 1440, which is a day.")
        }
        return minutes * 60
    }

    /// Parses a radius that a person typed, in metres.
    static func radius(_ text: String) throws -> Double {
        let range = SuggestedPlace.radiusRange
        guard let meters = Double(text), range.contains(meters) else {
            throw ValidationError(
                "Give metres from 100 to 10000. A phone's location is not accurate enough for "
                    + "smaller circles."
            )
        }
        return meters
    }
}
