import CoreLocation
import Foundation
import MapKit
import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("The camera of a map")
@MainActor
struct CameraTests {
    private let elsewhere = CLLocationCoordinate2D(latitude: 40, longitude: 20)

    @Test("The automatic position follows the content until the person moves the map")
    func following() throws {
        let model = MapModel()
        let host = show(model)
        model.centers = [elsewhere]
        #expect(try host.pointOnMap(of: elsewhere) == CGPoint(x: 150, y: 100))

        try host.dragMap(by: CGSize(width: 30, height: -20))

        #expect(try host.pointOnMap(of: elsewhere).x.rounded() == 180)
        #expect(try host.pointOnMap(of: elsewhere).y.rounded() == 80)
        #expect(model.position.positionedByUser)
        model.centers = [munich]
        #expect(try host.pointOnMap(of: elsewhere).x.rounded() == 180)
    }

    @Test("A position that the app sets replaces where the person has moved the map")
    func replacing() throws {
        let model = MapModel()
        let host = show(model)
        try host.dragMap(by: CGSize(width: 30, height: 0))

        model.position = .automatic

        #expect(try host.pointOnMap(of: munich) == CGPoint(x: 150, y: 100))
    }

    @Test("Magnifying keeps the middle, and ends at the whole world")
    func zooming() throws {
        let model = MapModel()
        let host = show(model)
        let corner = CLLocationCoordinate2D(latitude: 48.1375, longitude: 11.576)
        let before = try host.pointOnMap(of: corner)

        try host.zoomMapIn()

        let after = try host.pointOnMap(of: corner)
        #expect(abs((after.x - 150) - 2 * (before.x - 150)) < 0.001)
        for _ in 0..<40 { try host.zoomMapOut() }
        let west = try host.pointOnMap(of: CLLocationCoordinate2D(latitude: 0, longitude: -100))
        #expect(west.x > 0 && west.x < 150)
    }

    @Test("The location of the user is framed where it is known, else the fallback")
    func userLocation() throws {
        let model = MapModel()
        model.position = .userLocation(fallback: .automatic)

        #expect(try show(model).pointOnMap(of: munich) == CGPoint(x: 150, y: 100))
        let host = show(model, userLocation: elsewhere)
        #expect(try host.pointOnMap(of: elsewhere) == CGPoint(x: 150, y: 100))
        #expect(model.position.followsUserLocation)
        #expect(model.position.fallbackPosition == .automatic)
    }

    @Test("A map without interaction takes no movement")
    func fixed() throws {
        let host = ViewHost(
            Map(interactionModes: []) { Annotation("A", coordinate: munich) { Text("A") } }
        )

        #expect(throws: ViewHostError.self) { try host.dragMap(by: CGSize(width: 9, height: 9)) }
        #expect(throws: ViewHostError.self) { try host.zoomMapIn() }
    }

    @Test("A page tells the map its size, which reframes the content")
    func measuring() throws {
        let model = MapModel()
        let host = show(model)
        let map = try #require(host.screen.elements(role: .map).first)

        #expect(host.perform("measure", .point(x: 400, y: 100), onElement: map.id))

        #expect(try host.mapSize() == CGSize(width: 400, height: 100))
        #expect(try host.pointOnMap(of: munich) == CGPoint(x: 200, y: 50))
    }
}
