import Foundation
import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("The line of a route")
struct RouteLineTests {
    private typealias Position = (latitude: Double, longitude: Double)

    private func summary(_ points: [Position]) -> RouteSummary {
        var route = RouteAccumulator()
        for point in points { route.add(latitude: point.latitude, longitude: point.longitude) }
        return route.summary
    }

    /// The lines in an event of a workout with routes.
    private func lines(_ routes: RouteSummary...) -> [[PolylinePoint]] {
        RouteLines.decode(text(routes))
    }

    private func text(_ routes: [RouteSummary]) -> String {
        let whole = routes.reduce(RouteSummary(), +)
        let property = whole.properties.first { $0.name == "route_line" }
        guard case .text(let text) = property?.value else { return "" }
        return text
    }

    private func point(_ latitude: Double, _ longitude: Double) -> PolylinePoint {
        PolylinePoint(
            latitude: Int((latitude * 1e5).rounded()),
            longitude: Int((longitude * 1e5).rounded())
        )
    }

    /// The distance in metres of a point from the nearest part of a line.
    private func distance(_ point: Position, _ line: [PolylinePoint]) -> Double {
        let east = cos(point.latitude * .pi / 180) * 1.112
        func offset(_ other: PolylinePoint) -> (x: Double, y: Double) {
            (
                (Double(other.longitude) - point.longitude * 1e5) * east,
                (Double(other.latitude) - point.latitude * 1e5) * 1.112
            )
        }
        return zip(line, line.dropFirst()).map { start, end in
            let (a, b) = (offset(start), offset(end))
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            let part = length > 0 ? max(0, min(1, -(a.x * dx + a.y * dy) / length)) : 0
            return hypot(a.x + part * dx, a.y + part * dy)
        }.min() ?? .infinity
    }

    @Test("A straight line keeps its ends, however many points it has")
    func straight() {
        let line = lines(summary((0...20_000).map { (48 + Double($0) * 1e-5, 2.0) }))

        #expect(line.count == 1)
        #expect(line[0].first == point(48, 2) && line[0].last == point(48.2, 2))
        #expect(line[0].count <= RouteLines.maximumPoints)
    }

    @Test("A corner is kept, and noise below the tolerance is not")
    func corner() {
        let there: [Position] = (0...100).map { step in
            let noise = step % 2 == 0 ? 0 : 2e-5
            return (48 + noise, 2 + Double(step) * 1e-4)
        }
        let up: [Position] = (1...100).map { (48 + Double($0) * 1e-4, 2.01) }

        let line = lines(summary(there + up))[0]

        #expect(line.count <= 5)
        #expect(line.contains { abs($0.latitude - 4_800_000) < 10 && $0.longitude == 201_000 })
    }

    @Test("A way out and back over the same points keeps its far end")
    func outAndBack() {
        let out: [Position] = (0...60).map { (48 + Double($0) * 1e-4, 2.0) }

        let line = lines(summary(out + out.reversed()))[0]

        #expect(line.contains(point(48.006, 2)))
        #expect(line.first == line.last)
    }

    @Test("A hundred thousand points fit in 500 points and 3,000 bytes")
    func bounded() throws {
        var random = SplitMix(state: 1)
        var (latitude, longitude, heading) = (48.0, 2.0, 0.0)
        let points: [Position] = (0..<100_000).map { _ in
            heading += random.unit() * 0.3
            latitude += cos(heading) * 3e-5
            longitude += sin(heading) * 4e-5
            return (latitude, longitude)
        }

        let route = summary(points)
        let text = text([route])
        let line = RouteLines.decode(text)[0]

        #expect(route.points == 100_000)
        #expect(text.utf8.count <= 3000 && text.utf8.count > 300)
        #expect(line.count <= 500 && line.count > 50)
        #expect(line.first == point(points[0].latitude, points[0].longitude))
        // Rounded to six decimals first, as an export prints it.
        let end = try #require(line.last)
        #expect(abs(end.latitude - point(latitude, longitude).latitude) <= 1)
        #expect(abs(end.longitude - point(latitude, longitude).longitude) <= 1)
    }

    @Test("A run of an hour stays within about twice the tolerance")
    func accurate() {
        let points: [Position] = (0..<3600).map { second in
            let angle = Double(second) / 300
            return (48 + 0.01 * sin(angle), 2 + 0.02 * sin(angle * 0.7))
        }

        let line = lines(summary(points))[0]

        #expect(line.count < 150)
        #expect((points.map { distance($0, line) }.max() ?? 0) < 25)
    }

    @Test("Points at random places, which cannot be simplified, fit as well")
    func scattered() {
        var random = SplitMix(state: 7)
        let routes = (0..<60).map { _ in
            summary((0..<300).map { _ in (random.unit() * 80, random.unit() * 170) })
        }

        let text = text(routes)

        #expect(text.utf8.count <= RouteLines.maximumBytes)
        #expect(RouteLines.decode(text).count == RouteLines.maximumLines)
        #expect(RouteLines.decode(text).reduce(0) { $0 + $1.count } <= RouteLines.maximumPoints)
    }

    @Test("A line over the date line is not simplified around the earth")
    func dateLine() {
        let points: [Position] = (0...100).map { step in
            let longitude = 179.95 + Double(step) * 1e-3
            return (-17 + Double(step % 50) * 1e-3, longitude > 180 ? longitude - 360 : longitude)
        }

        let line = lines(summary(points))[0]

        #expect((3...6).contains(line.count), "\(line.count)")
        #expect(line.first == point(-17, 179.95) && line.last == point(-17, -179.95))
    }

    @Test("A route of one point has one, and one without a point has no line")
    func small() {
        #expect(lines(summary([(48, 2)])) == [[point(48, 2)]])
        #expect(lines(summary([(48, 2), (48, 2), (48.000001, 2)])) == [[point(48, 2)]])
        #expect(lines(summary([(0, 0), (91, 2)])).isEmpty)
        #expect(lines(RouteSummary()).isEmpty)
    }

    @Test("Several routes are several lines, the same in any order")
    func several() {
        let first = summary([(48, 2), (48.01, 2), (48.01, 2.01)])
        let second = summary([(49, 3), (49.01, 3)])
        let third = summary([(50, 3)])

        #expect(lines(first, second, third).count == 3)
        #expect(text([first, second, third]) == text([third, first, second]))
        #expect(text([first, second, third]) == text([second, third, first]))
    }

    @Test("Degrees are rounded to five decimals as the digits of an export are")
    func rounding() {
        #expect(lines(summary([(48.123455, -2.123455)])) == [[point(48.12346, -2.12346)]])
        #expect(lines(summary([(48.1234549999, 2.1234544)])) == [[point(48.12346, 2.12345)]])
    }

    /// SplitMix64 (Steele, Lea and Flood).
    private struct SplitMix {
        var state: UInt64

        /// From −1 to 1.
        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return Double((mixed ^ mixed >> 31) >> 11) / Double(1 << 52) - 1
        }
    }
}
