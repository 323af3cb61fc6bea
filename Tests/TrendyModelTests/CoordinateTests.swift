import Testing
import TrendyModel

@Suite("Coordinates")
struct CoordinateTests {
    @Test(
        "Degrees out of range are no coordinate",
        arguments: [
            (90, 180, true), (-90, -180, true), (90.0001, 0, false), (-90.0001, 0, false),
            (0, 180.0001, false), (0, -180.0001, false), (.nan, 0, false), (0, .infinity, false),
        ] as [(Double, Double, Bool)]
    )
    func range(latitude: Double, longitude: Double, isValid: Bool) {
        #expect((Coordinate(latitude: latitude, longitude: longitude) != nil) == isValid)
    }

    @Test("Distances are those of great circles")
    func distances() throws {
        func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
            try #require(Coordinate(latitude: latitude, longitude: longitude))
        }
        let quarter = Coordinate.earthRadius * .pi / 2

        #expect(abs(try point(0, 0).distance(to: point(0, 90)) - quarter) < 0.001)
        #expect(abs(try point(0, 12).distance(to: point(90, 80)) - quarter) < 0.001)
        #expect(abs(try point(0, 0).distance(to: point(0, 180)) - 2 * quarter) < 0.001)
        #expect(abs(try point(60, 0).distance(to: point(60, 180)) - quarter * 2 / 3) < 0.001)
        #expect(abs(try point(0, 179.5).distance(to: point(0, -179.5)) - quarter / 90) < 0.001)
        #expect(try point(47, 8).distance(to: point(47, 8)) == 0)
    }

    @Test("An offset crosses the date line and stops at the poles")
    func offsets() throws {
        let perDegree = Coordinate.earthRadius * .pi / 180
        func moved(
            _ latitude: Double,
            _ longitude: Double,
            east: Double = 0,
            north: Double = 0
        ) throws -> (Double, Double) {
            let start = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let end = start.offset(east: east * perDegree, north: north * perDegree)
            return ((end.latitude * 1e6).rounded() / 1e6, (end.longitude * 1e6).rounded() / 1e6)
        }

        #expect(try moved(10, 20, north: 1.5) == (11.5, 20))
        #expect(try moved(60, 20, east: 1) == (60, 22))
        #expect(try moved(0, 179.5, east: 1) == (0, -179.5))
        #expect(try moved(0, -179.5, east: -1) == (0, 179.5))
        #expect(try moved(0, 179, east: 1) == (0, 180))
        #expect(try moved(0, -179, east: -1) == (0, -180))
        #expect(try moved(89.5, 5, north: 1) == (90, 5))
        #expect(try moved(-89.5, 5, north: -1) == (-90, 5))
    }

    @Test("Points on the unit sphere have the directions of their coordinates")
    func sphere() throws {
        for (latitude, longitude, x, y, z) in [
            (0, 0, 1, 0, 0), (0, 90, 0, 1, 0), (90, 0, 0, 0, 1), (0, 180, -1, 0, 0),
            (-30, -90, 0, -0.866_025_403_784_438_6, -0.5),
        ] as [(Double, Double, Double, Double, Double)] {
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let unit = point.onUnitSphere
            #expect(abs(unit.x - x) < 1e-12 && abs(unit.y - y) < 1e-12 && abs(unit.z - z) < 1e-12)
        }
    }
}
