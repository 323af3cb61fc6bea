import ArgumentParser
import Foundation
import TrendyImport
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

extension PlacesCommand {
    struct Suggest: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find the places in GPX tracks where you stayed.",
            discussion: """
                Examples:
                  trendy places suggest walk.gpx
                  trendy places suggest monday.gpx tuesday.gpx --add --name Office --name Gym

                Reads GPX files, as watches, phones and trackers export them. A stay is 20 minutes \
                within 200 m. Without --add nothing is stored; 'trendy places remove' deletes a \
                place.
                """
        )

        @Argument(help: ArgumentHelp("GPX files, in any order.", valueName: "file"))
        var files: [String]
        @Flag(help: "Add the places that no existing place covers.")
        var add = false
        @Option(
            help: ArgumentHelp(
                "The name of the first new place; repeat it for the next (default: Place 1, …).",
                valueName: "name"
            )
        )
        var name: [String] = []
        @Option(help: "The maximum number of suggestions, the longest stays first.")
        var limit = 20
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard (1...StayPointDetector.maximumPlaces).contains(limit) else {
                throw ValidationError(
                    "--limit takes a number from 1 to \(StayPointDetector.maximumPlaces)."
                )
            }
            for name in name { try PlacesCommand.validate(name: name) }
            guard add || name.isEmpty else { throw ValidationError("--name needs --add.") }
            guard Set(name.map { $0.lowercased() }).count == name.count else {
                throw ValidationError("Give each name once.")
            }
        }

        func run() async throws {
            let track = try FixSequence(paths: files)
            let finder = StayPointDetector()
            let stays = finder.stays(in: track.fixes)
            let places = finder.places(of: stays, in: track.fixes).prefix(limit)
            let suggestions = try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                var suggestions = try await Self.compare(places, in: store)
                if add { try await make(&suggestions, in: store) }
                return suggestions
            }
            if device.output.json {
                return try printJSON(Output(track, suggestions))
            }
            try report(track, suggestions)
        }

        /// Finds the existing places that cover the suggested ones.
        private static func compare(
            _ places: ArraySlice<SuggestedPlace>,
            in store: DeviceStore
        ) async throws -> [Suggestion] {
            let geofences = try await GeofenceRepository(store).all().map(\.fields)
            return places.map { place in
                let covering = geofences.first { geofence in
                    let center = Coordinate(
                        latitude: geofence.latitude,
                        longitude: geofence.longitude
                    )
                    guard let center else { return false }
                    return center.distance(to: place.center) <= geofence.radiusMeters
                }
                return Suggestion(place: place, coveredBy: covering?.name)
            }
        }

        /// Adds all new places, or none when a name is taken.
        private func make(_ suggestions: inout [Suggestion], in store: DeviceStore) async throws {
            let new = suggestions.indices.filter { suggestions[$0].coveredBy == nil }
            guard name.count <= new.count else {
                throw CommandFailure(
                    code: EX_USAGE,
                    message:
                        "There are \(name.count) names for \(new.count) new places. Nothing was "
                        + "added. Run the command without --add to see them."
                )
            }
            for name in name { try await PlacesCommand.checkFree(name, in: store) }
            var taken = Set(name.map { $0.lowercased() })
            for place in try await GeofenceRepository(store).all() {
                taken.insert(place.fields.name.lowercased())
            }
            var entities: [(id: EntityID, fields: any EntityFields)] = []
            var number = 0
            let ids = Dependencies.live().ids
            for (order, index) in new.enumerated() {
                var name = order < name.count ? name[order] : ""
                while name.isEmpty {
                    number += 1
                    if !taken.contains("place \(number)") { name = "Place \(number)" }
                }
                suggestions[index].name = name
                let place = suggestions[index].place
                let fence = Geofence(
                    name: name,
                    latitude: place.center.latitude,
                    longitude: place.center.longitude,
                    radiusMeters: place.radiusMeters
                )
                entities.append((ids.next(), fence))
            }
            if !entities.isEmpty {
                try await store.write { [entities] in try $0.entities.create(entities) }
            }
        }

        private func report(_ track: FixSequence, _ suggestions: [Suggestion]) throws {
            let times = LocalTime()
            var table = Table([
                "Place", .right("Radius"), .right("Stays"), .right("Total"), "First", "Last",
                .flexible("Covered by"),
            ])
            for suggestion in suggestions {
                let place = suggestion.place
                table.add([
                    PlacesCommand.degrees(place.center.latitude, place.center.longitude),
                    PlacesCommand.meters(place.radiusMeters), String(place.stays.count),
                    DisplayFormatter.duration(place.total), times.text(place.first),
                    times.text(place.last),
                    suggestion.coveredBy ?? suggestion.name.map { "\($0) (new)" } ?? "–",
                ])
            }
            if suggestions.isEmpty {
                Console.text("No stays of 20 minutes or more in \(track.fixes.count) points.")
            } else {
                try Console.list(table.text, device.output)
            }
            let counts = track.counts
            let left = counts.untimed + counts.backward + counts.misplaced
            if left > 0 {
                Console.text(
                    "Ignored: \(counts.untimed) points without a time, \(counts.backward) with a "
                        + "time before the previous one, \(counts.misplaced) without valid "
                        + "coordinates."
                )
            }
            if !add, suggestions.contains(where: { $0.coveredBy == nil }) {
                Console.text("Add the new places with --add, and name them with --name.")
            }
        }
    }
}

/// A place found in tracks, and the existing place that covers it.
private struct Suggestion {
    let place: SuggestedPlace
    /// The name of the existing place that contains its centre.
    let coveredBy: String?
    /// The name that it was added with.
    var name: String?
}

/// The output of `--json`.
private struct Output: Encodable {
    struct Place: Encodable {
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double
        let stays: Int
        let totalSeconds: Int64
        let first: String
        let last: String
        let coveredBy: String?
        let added: String?
    }

    let fixes: Int
    let interpolated: Int
    let untimed: Int
    let backward: Int
    let misplaced: Int
    let repeated: Int
    let places: [Place]

    init(_ track: FixSequence, _ suggestions: [Suggestion]) {
        fixes = track.fixes.count
        interpolated = track.counts.interpolated
        untimed = track.counts.untimed
        backward = track.counts.backward
        misplaced = track.counts.misplaced
        repeated = track.counts.repeated
        places = suggestions.map { suggestion in
            let place = suggestion.place
            return Place(
                latitude: place.center.latitude,
                longitude: place.center.longitude,
                radiusMeters: place.radiusMeters,
                stays: place.stays.count,
                totalSeconds: place.total.components.seconds,
                first: place.first.rfc3339,
                last: place.last.rfc3339,
                coveredBy: suggestion.coveredBy,
                added: suggestion.name
            )
        }
    }
}
