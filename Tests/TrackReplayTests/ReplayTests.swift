import CoreLocation
import Foundation
import SimulatedCoreLocation
import Testing
import TrackReplay
import TrendyModel
import TrendyPlaces
import TrendyStore

/// A temporary directory that is deleted when the test ends.
final class Scratch {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/replay-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // it is a temporary directory
    }

    var database: String { path + "/device.sqlite" }
}

/// A place some metres east and north of the town centre.
func place(_ east: Double, _ north: Double = 0) throws -> CLLocationCoordinate2D {
    let middle = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
    let place = middle.offset(east: east, north: north)
    return CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude)
}

let monday = Date(timeIntervalSince1970: 1_767_600_000)

@Suite("Replaying a walk on the simulated phone")
struct ReplayTests {
    private func geofence(
        _ name: String,
        at east: Double,
        _ north: Double = 0,
        radius: Double = 150
    ) throws -> Geofence {
        let center = try place(east, north)
        return Geofence(
            name: name,
            latitude: center.latitude,
            longitude: center.longitude,
            radiusMeters: radius
        )
    }

    private func visits(_ path: String, _ replay: PlaceReplay) async throws -> [Event] {
        try await replay.close()
        let store = try DeviceStore(path: path, dependencies: replay.dependencies)
        let events = try await store.read { try $0.entities.events(EventFilter(limit: 1000)) }
            .reversed()
            .map { try Event(document: $0.document()) }
        try await store.close()
        return events
    }

    @Test("A day at home and at work is two visits to home and one to work")
    func day() async throws {
        let scratch = try Scratch()
        let walk = Walk(
            from: monday,
            along: [
                (try place(0), .seconds(8 * 3600)), (try place(4000), .seconds(8 * 3600)),
                (try place(0), .seconds(4 * 3600)),
            ],
            metersPerSecond: 5
        )
        let replay = try PlaceReplay(path: scratch.database, from: monday, along: walk)
        let geofences = [
            try geofence("Home", at: 0), try geofence("Work", at: 4000),
        ]
        try await replay.prepare { store in
            for one in geofences { try await store.write { try $0.entities.create(one) } }
        }

        try await replay.run(until: monday.addingTimeInterval(20 * 3600))

        #expect(replay.outcome.sentinelWakes == 0)
        let events = try await visits(scratch.database, replay)
        #expect(events.map(\.locationName) == ["Home", "Work", "Home"])
        #expect(events.map { $0.endDate == nil } == [false, false, true])
        let first = try #require(events.first)
        let left = try #require(first.endDate)
        let departure = Instant(monday.addingTimeInterval(8 * 3600))
        #expect(left > departure && left < departure + .seconds(300))
        guard case .instant(let earliest)? = first.properties["exit_earliest"],
            case .instant(let latest)? = first.properties["exit_latest"]
        else {
            Issue.record("The end has no interval.")
            return
        }
        #expect(earliest <= departure && latest >= left)
        #expect(first.properties["exit_source"] == .text("crossing"))
    }

    @Test("With sixty geofences the nearest are monitored, and no visit is missed")
    func rotation() async throws {
        let scratch = try Scratch()
        let numbers = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 1]
        let stops = try numbers.map { (try place(Double($0) * 2500), Duration.seconds(1800)) }
        let walk = Walk(from: monday, along: stops, metersPerSecond: 8)
        let replay = try PlaceReplay(path: scratch.database, from: monday, along: walk)
        let geofences = try (0..<60).map { (index: Int) -> Geofence in
            let row = Double(index / 6)
            let north = index / 6 % 2 == 0 ? row * 400 : row * -400
            return try geofence("Place \(index)", at: Double(index % 6) * 2500, north)
        }
        try await replay.prepare { store in
            for one in geofences { try await store.write { try $0.entities.create(one) } }
        }

        try await replay.run(until: try #require(walk.end))

        let events = try await visits(scratch.database, replay)
        let expected = numbers.map { "Place \($0)" }
        #expect(events.compactMap(\.locationName).filter { Set(expected).contains($0) } == expected)
        #expect(replay.outcome.mostRegions == 20)
        #expect(replay.outcome.regionsTooMany == 0)
    }
}
