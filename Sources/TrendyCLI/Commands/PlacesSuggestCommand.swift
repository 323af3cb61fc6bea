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
            abstract: "Find the places in recorded tracks where you stayed.",
            discussion: """
                Reads GPX: what watches, phones and trackers export. A stay is 20 minutes within \
                200 m. Nothing is stored without --add.
                """
        )

        @Argument(help: ArgumentHelp("GPX files, in any order.", valueName: "file"))
        var files: [String]
        @Flag(help: "Make places of those that no place covers yet.")
        var add = false
        @Option(
            help: ArgumentHelp(
                "A name for the first of these, again for the second (default: Place 1, …).",
                valueName: "name"
            )
        )
        var name: [String] = []
        @Option(help: "Suggestions at most, the longest stays first.")
        var limit = 20
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard (1...StayPointDetector.maximumPlaces).contains(limit) else {
                throw ValidationError(
                    "--limit takes a number from 1 to \(StayPointDetector.maximumPlaces)."
                )
            }
            for name in name { try PlacesCommand.validate(name: name) }
            guard add || name.isEmpty else { throw ValidationError("--name goes with --add.") }
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
            report(track, suggestions)
        }

        /// What covers a place already.
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

        /// Makes all that are new, or none when a name is taken.
        private func make(_ suggestions: inout [Suggestion], in store: DeviceStore) async throws {
            let new = suggestions.indices.filter { suggestions[$0].coveredBy == nil }
            guard name.count <= new.count else {
                throw CommandFailure(
                    code: EX_USAGE,
                    message:
                        "There are \(name.count) names for \(new.count) new places. Nothing was "
                        + "added. Look at them without --add first."
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
            if !entities.isEmpty { try await store.create(entities) }
        }

        private func report(_ track: FixSequence, _ suggestions: [Suggestion]) {
            var table = Table(["Place", "Radius", "Stays", "In all", "First", "Last", "Covered by"])
            for suggestion in suggestions {
                let place = suggestion.place
                table.add([
                    PlacesCommand.degrees(place.center.latitude, place.center.longitude),
                    PlacesCommand.meters(place.radiusMeters), String(place.stays.count),
                    Self.hours(place.total), place.first.rfc3339, place.last.rfc3339,
                    suggestion.coveredBy ?? suggestion.name.map { "\($0) (new)" } ?? "–",
                ])
            }
            Console.text(
                suggestions.isEmpty
                    ? "No stays of 20 minutes or more in \(track.fixes.count) points." : table.text
            )
            let counts = track.counts
            let left = counts.untimed + counts.backward + counts.misplaced
            if left > 0 {
                Console.text(
                    "Left out: \(counts.untimed) points without a time, \(counts.backward) whose time "
                        + "goes back, \(counts.misplaced) at no place."
                )
            }
            if !add, suggestions.contains(where: { $0.coveredBy == nil }) {
                Console.text("Make places of the new ones with --add, named with --name.")
            }
        }

        private static func hours(_ duration: Duration) -> String {
            let minutes = duration.components.seconds / 60
            return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
        }
    }
}

/// A place that tracks tell of, and what it is here.
private struct Suggestion {
    let place: SuggestedPlace
    /// The name of the place here that holds its centre.
    let coveredBy: String?
    /// The name that it was added with.
    var name: String?
}

/// What programs get.
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
