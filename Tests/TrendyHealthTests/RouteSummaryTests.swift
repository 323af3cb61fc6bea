import Foundation
import Testing
import TrendyHealth
import TrendyModel

@Suite("Route summary")
struct RouteSummaryTests {
    private struct Point {
        var latitude: Double
        var longitude: Double
        var altitude: Double
        var accuracy = 5.0
    }

    private func summary(_ points: [Point]) -> RouteSummary {
        var route = RouteAccumulator()
        for point in points {
            route.add(
                latitude: point.latitude,
                longitude: point.longitude,
                altitude: point.altitude,
                horizontalAccuracy: point.accuracy,
                verticalAccuracy: point.accuracy
            )
        }
        return route.summary
    }

    /// Summarizes points in a line to the north at the given altitudes.
    private func climb(_ altitudes: [Double]) -> RouteSummary {
        summary(
            altitudes.enumerated().map { index, altitude in
                Point(latitude: 48 + Double(index) / 1e5, longitude: 2, altitude: altitude)
            }
        )
    }

    @Test("A degree of latitude is a degree of the mean meridian")
    func degree() {
        var route = RouteAccumulator()
        for step in 0...1000 { route.add(latitude: 48 + Double(step) / 1000, longitude: 2) }

        #expect(route.summary.points == 1001)
        #expect(abs(route.summary.meters - 111_195.08) < 0.01)
        #expect(route.summary.ascentMeters == nil)
        #expect(route.summary.descentMeters == nil)
    }

    @Test("Points with invalid coordinates or negative accuracy are ignored")
    func invalid() {
        let first = Point(latitude: 48, longitude: 2, altitude: 100)
        let last = Point(latitude: 48.001, longitude: 2, altitude: 100)
        let bad = [
            Point(latitude: 91, longitude: 2, altitude: 900),
            Point(latitude: 48, longitude: 181, altitude: 900),
            Point(latitude: -180, longitude: -180, altitude: 900),
            Point(latitude: .nan, longitude: 2, altitude: 900),
            Point(latitude: 48, longitude: .infinity, altitude: 900),
            Point(latitude: 0, longitude: 0, altitude: 900),
            Point(latitude: 0.0000001, longitude: -0.0000002, altitude: 900),
            Point(latitude: 47, longitude: 2, altitude: 900, accuracy: -1),
            Point(latitude: 47, longitude: 2, altitude: 900, accuracy: .nan),
        ]

        #expect(summary([first] + bad + [last]) == summary([first, last]))
        #expect(summary(bad) == RouteSummary())
    }

    @Test("A rise counts from its lowest to its highest point once it exceeds the noise")
    func hysteresis() {
        let noise = (0..<3600).map { 100 + Double($0 % 2) * 2.9 }
        let noisyRise = (0...1000).map { 100 + Double($0) / 10 + ($0.isMultiple(of: 2) ? 1 : 0) }

        #expect(climb(noise).ascentMeters == 0)
        #expect(climb(noise).descentMeters == 0)
        #expect(climb([100, 103]).ascentMeters == 3)
        #expect(climb([100, 102, 104, 120.5, 118, 119, 90]).ascentMeters == 20.5)
        #expect(climb([100, 102, 104, 120.5, 118, 119, 90]).descentMeters == 30.5)
        #expect(climb([100, 98, 100.9]).ascentMeters == 0)
        #expect(climb([100, 98, 101]).ascentMeters == 3)
        #expect(climb(noisyRise).ascentMeters == 100.9)
        #expect(climb(noisyRise).descentMeters == 0)
        #expect(climb([]).ascentMeters == nil)
    }

    @Test("A small change back within a rise or a descent neither counts nor is lost")
    func smallChanges() {
        #expect(climb([100, 90, 91, 80]).descentMeters == 20)
        #expect(climb([100, 90, 91, 80]).ascentMeters == 0)
        #expect(climb([100, 110, 109, 120]).ascentMeters == 20)
        #expect(climb([100, 110, 109, 120]).descentMeters == 0)
        #expect(climb([100, 97.000001]).descentMeters == 0)
        #expect(climb([100, 97]).descentMeters == 3)
        #expect(climb([100, 110, 107, 111, 90]).ascentMeters == 14)
        #expect(climb([100, 110, 107, 111, 90]).descentMeters == 24)
    }

    @Test("Points on the equator or on the prime meridian are valid; only both at once are not")
    func zeroCoordinates() {
        func points(_ latitude: Double, _ longitude: Double) -> Int {
            var route = RouteAccumulator()
            route.add(latitude: latitude, longitude: longitude)
            return route.summary.points
        }

        #expect(points(0, 120) == 1)
        #expect(points(51, 0) == 1)
        #expect(points(0, 0) == 0)
        #expect(points(120, 0) == 0)
    }

    @Test("Altitudes of up to a hundred kilometres count, with or without an accuracy")
    func highAltitudes() {
        func ascent(_ altitude: Double) -> Double? {
            var route = RouteAccumulator()
            route.add(latitude: 48, longitude: 2, altitude: 0)
            route.add(latitude: 48, longitude: 2, altitude: altitude)
            return route.summary.ascentMeters
        }

        #expect(ascent(100_000) == 100_000)
        #expect(ascent(100_001) == 0)
        var unknown = RouteAccumulator()
        unknown.add(latitude: 48, longitude: 2, altitude: 9, horizontalAccuracy: 0)
        #expect(unknown.summary.points == 1 && unknown.summary.ascentMeters == 0)
    }

    @Test("Altitudes with an invalid accuracy are ignored")
    func altitudes() {
        var route = RouteAccumulator()
        for (step, vertical) in [1.0, 0, -1, .nan, 1].enumerated() {
            let altitude = vertical > 0 ? 50.0 : 500
            route.add(
                latitude: 48,
                longitude: 2 + Double(step),
                altitude: altitude,
                horizontalAccuracy: 5,
                verticalAccuracy: vertical
            )
        }
        route.add(latitude: 48, longitude: 8, altitude: .infinity)
        route.add(latitude: 48, longitude: 9, altitude: -1e9)

        #expect(route.summary.points == 7)
        #expect(route.summary.ascentMeters == 0)
        #expect(route.summary.descentMeters == 0)
    }

    @Test("Exported and original coordinates give the same summary", arguments: 0..<40)
    func printed(seed: UInt64) {
        var random = Random(state: seed)
        var point = Point(latitude: 48.85, longitude: 2.35, altitude: 35)
        var exact: [Point] = []
        for _ in 0..<2000 {
            point.latitude += random.unit() * 4e-5
            point.longitude += random.unit() * 4e-5
            point.altitude += random.unit() * 2
            point.accuracy = random.unit() > 0.9 ? random.unit() * 1e-6 : 5
            exact.append(point)
        }
        let text = exact.map { point in
            [point.latitude, point.longitude, point.altitude, point.accuracy].map {
                String(format: "%.6f", $0)
            }
        }
        let printed = text.map { numbers in
            let numbers = numbers.map { Double($0) ?? .nan }
            return Point(
                latitude: numbers[0],
                longitude: numbers[1],
                altitude: numbers[2],
                accuracy: numbers[3]
            )
        }

        #expect(summary(exact) == summary(printed))
        #expect(summary(exact).meters > 1000)
        #expect((summary(exact).ascentMeters ?? 0) > 10)
    }

    @Test("Nothing is assumed between several routes")
    func several() {
        let one = climb([100, 110, 100])
        let other = climb([900, 950])
        var flat = RouteAccumulator()
        flat.add(latitude: 10, longitude: 10)
        flat.add(latitude: 10, longitude: 10.001)

        let both = one + other

        #expect(both.points == 5)
        #expect(both.meters == one.meters + other.meters)
        #expect(both.ascentMeters == 60)
        #expect(both.descentMeters == 10)
        #expect((both + flat.summary).ascentMeters == 60)
        #expect((flat.summary + flat.summary).ascentMeters == nil)
        #expect(one + RouteSummary() == one)
    }

    /// Knuth's linear congruential generator.
    private struct Random {
        var state: UInt64

        /// From −1 to 1.
        mutating func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 52) - 1
        }
    }
}
