import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Track positions over time, and crossings of circles.
struct TrackTests {
    private let start = ManualTimeline.beginning
    private let home = TestPhone.home

    private func at(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

    @Test("Between two fixes the person moves linearly")
    func interpolation() {
        let walk = Walk([(at(0), home), (at(100), home.offset(east: 1000, north: 500))])

        let middle = walk.coordinate(at: at(40))

        let expected = home.offset(east: 400, north: 200)
        #expect(abs((middle?.latitude ?? 0) - expected.latitude) < 1e-9)
        #expect(abs((middle?.longitude ?? 0) - expected.longitude) < 1e-9)
        #expect(walk.coordinate(at: at(-5))?.latitude == home.latitude)
        #expect(walk.coordinate(at: at(500))?.latitude == walk.coordinate(at: at(100))?.latitude)
        #expect(Walk([CLLocation]()).coordinate(at: start) == nil)
    }

    @Test("A walk from a function equals one from its fixes")
    func closure() {
        let walk = Walk(from: at(0), to: at(1000), every: .seconds(7)) { date in
            home.offset(east: date.timeIntervalSince(start), north: 0)
        }

        let crossings = walk.crossings(of: home, radius: 300, from: at(0), to: at(1000))

        #expect(crossings.count == 1)
        #expect(abs((crossings.first?.date.timeIntervalSince(start) ?? 0) - 300) < 0.01)
        #expect(crossings.first?.isEntry == false)
        #expect(walk.end == at(1000))
    }

    @Test("A walk between places takes the time that its speed implies")
    func stops() {
        let walk = Walk(
            from: start,
            along: [
                (home, .seconds(100)), (home.offset(east: 0, north: 1000), .seconds(50)),
            ],
            metersPerSecond: 10
        )

        #expect(abs((walk.end?.timeIntervalSince(start) ?? 0) - 250) < 0.01)
    }

    @Test("Crossings found through the tree match a search at each second")
    func bruteForce() {
        let random = SeededRandomness(seed: 3)
        var (date, east, north) = (start, 0.0, 0.0)
        var fixes: [(date: Date, coordinate: CLLocationCoordinate2D)] = []
        for _ in 0..<700 {
            fixes.append((date, home.offset(east: east, north: north)))
            date.addTimeInterval(Double(random.next() % 90 + 10))
            if random.next() % 4 > 0 {
                east = max(-900, min(900, east + Double(random.next() % 401) - 200))
                north = max(-900, min(900, north + Double(random.next() % 401) - 200))
            }
        }
        let walk = Walk(fixes)
        for radius in [120.0, 350, 600] {
            var expected: [(second: Int, isEntry: Bool)] = []
            var wasInside = true
            let seconds = Int(date.timeIntervalSince(start))
            let circle = CLCircularRegion(center: home, radius: radius, identifier: "")
            for second in 0..<seconds {
                guard let place = walk.coordinate(at: at(Double(second))) else { continue }
                let isInside = circle.contains(place)
                if isInside != wasInside { expected.append((second, isInside)) }
                wasInside = isInside
            }

            let found = walk.crossings(of: home, radius: radius, from: start, to: date)

            // Crossings within one second of each other are not visible at one sample per second.
            var rest = found[...]
            for (second, isEntry) in expected {
                let match = rest.firstIndex {
                    $0.isEntry == isEntry
                        && abs($0.date.timeIntervalSince(at(Double(second)))) <= 1.01
                }
                #expect(match != nil)
                if let match { rest = rest[(match + 1)...] }
            }
            #expect(found.count >= expected.count)
            #expect(found.count <= expected.count + 6)
        }
    }

    @Test("At the edge of a large circle, the side agrees with the crossings")
    func edge() {
        let center = home.offset(east: -2500, north: 1800)
        let away = home.offset(east: 3000, north: -3000)
        let radius =
            CLLocation(latitude: home.latitude, longitude: home.longitude)
            .distance(from: CLLocation(latitude: center.latitude, longitude: center.longitude))
            - 0.1
        let walk = Walk([(at(0), home), (at(100), home), (at(1000), away)])

        let crossings = walk.crossings(of: center, radius: radius, from: at(0), to: at(1000))

        #expect(crossings.map(\.isEntry) == [false])
        #expect(walk.isInside(center, radius: radius, at: at(50)))
        #expect(!walk.isInside(center, radius: radius, at: at(1000)))
        #expect(!Walk([CLLocation]()).isInside(center, radius: radius, at: start))
    }

    @Test("A walk across the date line crosses circles on both sides")
    func dateLine() {
        let island = CLLocationCoordinate2D(latitude: -17, longitude: 179.99)
        let walk = Walk([
            (at(0), island.offset(east: -3000, north: 0)),
            (
                at(600),
                CLLocationCoordinate2D(
                    latitude: -17,
                    longitude: island.offset(east: 5000, north: 0).longitude - 360
                )
            ),
        ])
        let other = CLLocationCoordinate2D(
            latitude: -17,
            longitude: island.offset(east: 3000, north: 0).longitude - 360
        )

        #expect(walk.crossings(of: island, radius: 500, from: at(0), to: at(600)).count == 2)
        #expect(walk.crossings(of: other, radius: 500, from: at(0), to: at(600)).count == 2)
        #expect(walk.coordinate(at: at(599)).map(CLLocationCoordinate2DIsValid) == true)
    }
}
