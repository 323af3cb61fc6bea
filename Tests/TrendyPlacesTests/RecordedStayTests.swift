import Foundation
import Testing
import TrendyImport
import TrendyModel
import TrendyPlaces

@Suite("Stays in recorded tracks")
struct RecordedStayTests {
    private func track(_ name: String) throws -> [Fix] {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../TrendyImportTests/Fixtures").standardized
        return try FixSequence(paths: [fixtures.appendingPathComponent(name).path]).fixes
    }

    private func distance(
        _ place: Coordinate,
        _ latitude: Double,
        _ longitude: Double
    ) throws
        -> Double
    {
        let other = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return place.distance(to: other)
    }

    private func spans(_ stays: [Stay]) -> [String] {
        stays.map { "\(clock($0.start))–\(clock($0.end))" }
    }

    private func clock(_ instant: Instant) -> String {
        String(instant.rfc3339.dropFirst(11).prefix(5))
    }

    @Test("A day in Zurich: two places, found through fixes that are 700 m wrong")
    func zurich() throws {
        let fixes = try track("trackintel-google-zurich-phone-accuracy.gpx")
        let finder = StayPointDetector()

        let stays = finder.stays(in: fixes)
        let places = finder.places(of: stays, in: fixes)

        // Another program with stays around their first fix has 12:02–13:26, 13:55–14:38,
        // 14:40–15:02, 16:48–17:51 and 18:34–21:30.
        #expect(spans(stays) == ["12:02–13:46", "13:55–15:02", "16:48–17:51", "18:34–21:30"])
        #expect(places.map(\.stays.count) == [3, 1])
        #expect(places.map { $0.total.components.seconds / 60 } == [342, 66])
        #expect(places.map(\.radiusMeters) == [100, 100])
        #expect(try distance(places[0].center, 47.37720, 8.54704) < 50)
        #expect(try distance(places[1].center, 47.37792, 8.55277) < 50)
    }

    @Test("A ride of 11 hours: the breaks of more than 20 minutes")
    func ride() throws {
        let fixes = try track("gpxanimator-bikeride-big-sur.gpx")
        let finder = StayPointDetector()

        let stays = finder.stays(in: fixes)

        // The other program has 16:13–17:08, 19:53–20:21 and 21:16–21:53.
        #expect(spans(stays) == ["16:13–17:09", "19:53–20:22", "21:15–21:54"])
        #expect(finder.places(of: stays, in: fixes).map(\.stays.count) == [1, 1, 1])
        #expect(try distance(stays[0].center, 35.87587, -121.44568) < 100)
        #expect(try distance(stays[1].center, 36.11759, -121.63009) < 100)
        #expect(try distance(stays[2].center, 36.20128, -121.72517) < 100)
    }

    @Test("Eight segments of an afternoon: the stop at its end")
    func walk() throws {
        let stays = StayPointDetector().stays(in: try track("gpxpy-cerknicko-jezero-8seg.gpx"))

        // The other program has 15:58–16:23.
        #expect(spans(stays) == ["15:58–16:23"])
        #expect(try distance(stays[0].center, 45.79135, 14.30495) < 100)
    }
}
