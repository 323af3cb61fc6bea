import Foundation
import SimulatedSwiftUI
import Testing
import TrendyModel

@testable import TrendyPhoneApp

@Suite("Map of places")
@MainActor
struct PlaceMapTests {
    private let area = CGRect(x: 0, y: 0, width: 300, height: 200)

    private func place(_ number: UInt64, _ latitude: Double, _ longitude: Double) throws -> MapPlace
    {
        MapPlace(
            id: EntityID(high: 0, low: number),
            name: "Place \(number)",
            state: "Watched now",
            center: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            radius: 150
        )
    }

    @Test("Each place is one element with its state, and a tap selects it")
    func elements() throws {
        var selected: EntityID?
        let host = ViewHost(PlaceMap(MapPlace.examples) { selected = $0 })

        #expect(try host.element(named: "Home").value == "You are here")
        #expect(try host.element(named: "Office").value == "Others are nearer")
        try host.tap("Office")
        #expect(selected == MapPlace.examples.last?.id)
    }

    @Test("Without places there is no map")
    func empty() {
        #expect(ViewHost(PlaceMap([])).screen.texts.isEmpty)
        #expect(MapProjection([]) == nil)
    }

    @Test("Whole circles are on the map, with north at the top")
    func circles() throws {
        let places = [try place(1, 48.14, 11.57), try place(2, 48.10, 11.60)]
        let projection = try #require(MapProjection(places))

        let circles = places.map { projection.circle(of: $0, in: area, minimum: 0) }

        for circle in circles { #expect(area.contains(circle)) }
        #expect(circles[0].midY < circles[1].midY)
        #expect(circles[0].midX < circles[1].midX)
        #expect(abs(circles[0].width - circles[0].height) < 1e-9)
    }

    @Test("Places on both sides of the date line are near one another")
    func dateLine() throws {
        let places = [try place(1, 0, 179.999), try place(2, 0, -179.999)]
        let projection = try #require(MapProjection(places))

        let circles = places.map { projection.circle(of: $0, in: area, minimum: 0) }

        #expect(circles[0].intersects(circles[1]))
        #expect(circles[0].midX < circles[1].midX)
    }

    @Test("A step moves a point by its length")
    func moving() throws {
        let start = try #require(Coordinate(latitude: 60, longitude: 10))

        let east = MapProjection.point(from: start, east: 50, north: 0)
        let north = MapProjection.point(from: start, east: 0, north: 50)

        #expect(abs(start.distance(to: east) - 50) < 0.1 && east.longitude > 10)
        #expect(abs(start.distance(to: north) - 50) < 0.1 && north.latitude > 60)
    }

    @Test("A point at a pole can be moved")
    func pole() throws {
        let pole = try #require(Coordinate(latitude: 90, longitude: 0))

        #expect(MapProjection.point(from: pole, east: 0, north: 50).latitude == 90)
    }
}
