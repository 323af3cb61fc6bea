#if os(Linux)
import ArgumentParser
import Foundation
import TrendyImport
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrackReplay

/// Replays recorded tracks through the simulated CoreLocation, which exists on Linux only.
struct ReplayTrackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-track",
        abstract: "Show the visits that a phone would record on a GPX track.",
        discussion: """
            Examples:
              trendy replay-track monday.gpx tuesday.gpx
              trendy replay-track walk.gpx --place Office=47.3769,8.5417,150
              trendy replay-track walk.gpx --suggest

            A simulated phone moves along the track and runs the real place monitoring, with this \
            device's places unless others are given. Nothing is stored.
            """
    )

    @Argument(help: ArgumentHelp("GPX files, in any order.", valueName: "file"))
    var files: [String]
    @Option(
        help: ArgumentHelp(
            "Monitor this place instead of the device's places; repeat it for more.",
            valueName: "name=lat,lon,radius"
        ),
        transform: Self.place
    )
    var place: [Geofence] = []
    @Flag(help: "Monitor the stays of the tracks, as 'trendy places suggest' finds them.")
    var suggest = false
    @Flag(help: "Also count the transitions that a detector without filtering would report.")
    var naive = false
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard Set(place.map { $0.name.lowercased() }).count == place.count else {
            throw ValidationError("Give each --place a different name.")
        }
    }

    func run() async throws {
        let fixes = try FixSequence(paths: files).fixes
        let track = RecordedTrack(fixes, around: try await places(in: fixes))
        guard let start = track.start, let end = track.end else {
            throw CommandFailure(
                code: EX_DATAERR,
                message:
                    "None of \(fixes.count) points is accurate to 200 m. Record the track with "
                    + "GPS on."
            )
        }
        let directory = FileManager.default.temporaryDirectory.path + "/trendy-track-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The system clears temporary directories as well.
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let replay = try PlaceReplay(
            path: directory + "/track.sqlite",
            from: start,
            along: track.walk
        )
        let result = try await run(replay, along: track, from: start, to: end)
        try await replay.close()
        device.output.json ? try printJSON(result) : result.describe(naive: naive)
    }

    private func run(
        _ replay: PlaceReplay,
        along track: RecordedTrack,
        from start: Date,
        to end: Date
    ) async throws -> ReplayTrackResult {
        try await replay.prepare { store in
            let ids = replay.dependencies.ids
            try await store.write { transaction in
                try transaction.entities.create(track.places.map { (ids.next(), $0.place) })
            }
        }
        let bar = ProgressBar(isQuiet: device.output.json)
        defer { bar.clear() }
        let hours = end.timeIntervalSince(start) / 3600
        // 5 minutes more, so that the events of the last fix are delivered.
        try await replay.run(until: end.addingTimeInterval(300)) { date in
            let done = min(hours, date.timeIntervalSince(start) / 3600)
            bar.update("Walking", done: done.rounded(), total: hours.rounded(.up), unit: "h")
        }
        return ReplayTrackResult(
            track,
            try await replay.visits(),
            replay.outcome,
            try await replay.health(),
            naive: naive
        )
    }

    /// The places to monitor: the given ones, else those of this device.
    private func places(in fixes: [Fix]) async throws -> [Geofence] {
        var places = place
        if suggest {
            let finder = StayPointDetector()
            let found = finder.places(of: finder.stays(in: fixes), in: fixes)
            var taken = Set(place.map { $0.name.lowercased() })
            var number = 0
            for suggestion in found {
                repeat { number += 1 } while !taken.insert("place \(number)").inserted
                places.append(
                    Geofence(
                        name: "Place \(number)",
                        latitude: suggestion.center.latitude,
                        longitude: suggestion.center.longitude,
                        radiusMeters: suggestion.radiusMeters
                    )
                )
            }
            guard !places.isEmpty else {
                throw CommandFailure(
                    code: EX_DATAERR,
                    message: "There are no stays of 20 minutes or more in \(fixes.count) points. "
                        + "Give a place with --place NAME=LAT,LON,RADIUS."
                )
            }
        } else if places.isEmpty {
            places = try await devicePlaces()
        }
        return places
    }

    /// Copies of the device's places without their event types, which the replay's store lacks.
    private func devicePlaces() async throws -> [Geofence] {
        let all = try await Device.with(device.directory) { opened in
            try await GeofenceRepository(opened.engine.store).all().map(\.fields)
        }
        let places = all.filter(\.isActive).map { place in
            Geofence(
                name: place.name,
                latitude: place.latitude,
                longitude: place.longitude,
                radiusMeters: place.radiusMeters
            )
        }
        guard !places.isEmpty else {
            throw CommandFailure(
                code: EX_NOINPUT,
                message: (all.isEmpty
                    ? "This device has no places. "
                    : "None of this device's \(all.count) places is active. ")
                    + "Add one with 'trendy places add' or 'trendy places suggest FILE --add', or "
                    + "give --suggest or --place NAME=LAT,LON,RADIUS."
            )
        }
        return places
    }

    /// Parses a place that a person typed.
    private static func place(_ text: String) throws -> Geofence {
        let wrong = ValidationError(
            "Give a place as its name, degrees north and east, and metres, such as "
                + "Office=47.3769,8.5417,150."
        )
        guard let equals = text.lastIndex(of: "=") else { throw wrong }
        let name = String(text[..<equals])
        let numbers = text[text.index(after: equals)...]
        guard let comma = numbers.lastIndex(of: ",") else { throw wrong }
        try PlacesCommand.validate(name: name)
        let center = try PlacesCommand.coordinate(String(numbers[..<comma]))
        return Geofence(
            name: name,
            latitude: center.latitude,
            longitude: center.longitude,
            radiusMeters: try PlacesCommand.radius(
                numbers[numbers.index(after: comma)...].trimmingCharacters(in: .whitespaces)
            )
        )
    }
}
#endif
