import CoreLocation
import Foundation
import SimulatedCoreLocation
import Testing
import TrackReplay
import TrendyModel

@Suite("Recorded tracks")
struct RecordedTrackTests {
    private func fix(_ minute: Int64, at east: Double, accuracy: Double = 10) throws -> Fix {
        let middle = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        return Fix(
            coordinate: middle.offset(east: east, north: 0),
            accuracy: accuracy,
            instant: Instant(monday) + .seconds(minute * 60)
        )
    }

    private func home() throws -> Geofence {
        let middle = try place(0)
        return Geofence(
            name: "Home",
            latitude: middle.latitude,
            longitude: middle.longitude,
            radiusMeters: 100
        )
    }

    private func east(_ track: RecordedTrack, minute: Double) throws -> Double {
        let here = try #require(track.walk.coordinate(at: monday.addingTimeInterval(minute * 60)))
        return CLLocation(latitude: here.latitude, longitude: here.longitude)
            .distance(from: CLLocation(latitude: 52.5, longitude: 13.4))
    }

    @Test("An ambiguous fix does not end a visit, and a fix that is 500 m off is ignored")
    func unclear() throws {
        let fixes = try [
            fix(0, at: 20), fix(1, at: 180, accuracy: 70), fix(2, at: 900, accuracy: 500),
            fix(3, at: 20), fix(4, at: 180, accuracy: 10),
        ]

        let track = RecordedTrack(fixes, around: [try home()])

        #expect(track.unclear == 1)
        #expect(track.lowAccuracy == 1)
        #expect(track.places.first?.naiveTransitions == 3)
        #expect(track.places.first?.visits == [fixes[0].instant...fixes[3].instant])
        #expect(try east(track, minute: 2) < 30)
    }

    @Test("In a pause of the fixes the phone stays until it has to leave")
    func pause() throws {
        let fixes = try [fix(0, at: 0), fix(5, at: 0), fix(125, at: 8400), fix(130, at: 8400)]

        let track = RecordedTrack(fixes, around: [])

        #expect(track.pauses == 1)
        #expect(track.paused == .seconds(7200))
        #expect(try east(track, minute: 114) < 1)
        #expect(try east(track, minute: 120) > 3000)
    }

    @Test("A pause of more than 12 hours separates two visits")
    func longPause() throws {
        let fixes = try [fix(0, at: 0), fix(60, at: 0), fix(900, at: 0), fix(910, at: 0)]

        let track = RecordedTrack(fixes, around: [try home()])

        #expect(track.places.first?.visits.count == 2)
        #expect(RecordedTrack([], around: [try home()]).start == nil)
    }
}
