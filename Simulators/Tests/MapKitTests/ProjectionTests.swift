import CoreLocation
import Foundation
import MapKit
import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("Where a map shows coordinates")
@MainActor
struct ProjectionTests {
    @Test("The automatic position shows whole circles, with north at the top")
    func automatic() throws {
        let model = MapModel()
        model.centers = [
            CLLocationCoordinate2D(latitude: 48.14, longitude: 11.57),
            CLLocationCoordinate2D(latitude: 48.10, longitude: 11.60),
        ]
        let host = show(model)

        let points = try model.centers.map { try host.pointOnMap(of: $0) }
        let size = try host.mapSize()

        #expect(size == CGSize(width: 300, height: 200))
        for point in points {
            #expect((1..<299).contains(point.x) && (1..<199).contains(point.y))
        }
        #expect(points[0].y < points[1].y && points[0].x < points[1].x)
        #expect(abs((points[0].x + points[1].x) / 2 - 150) < 0.01)
    }

    @Test("Lengths are to scale, in both directions", arguments: [0.0, 60, -60])
    func radius(latitude: Double) throws {
        let model = MapModel()
        let center = CLLocationCoordinate2D(latitude: latitude, longitude: 11.575)
        model.centers = [center]
        let host = show(model, radius: 1000)

        try host.tapMap(at: CGPoint(x: 150 + 60, y: 100))
        let right = try #require(model.taps.last)
        try host.tapMap(at: CGPoint(x: 150, y: 100 - 60))
        let top = try #require(model.taps.last)

        // 2,500 m are 200 points high.
        #expect(abs(center.meters(to: right) - 750) < 7)
        #expect(abs(center.meters(to: top) - 750) < 7)
        #expect(right.longitude > 11.575 && top.latitude > latitude)
    }

    @Test(
        "A tap is at the coordinate that is shown there, also at the date line and near a pole",
        arguments: [
            munich, CLLocationCoordinate2D(latitude: 0, longitude: 180),
            CLLocationCoordinate2D(latitude: 10, longitude: -180),
            CLLocationCoordinate2D(latitude: -84.9, longitude: -179.9995),
        ]
    )
    func taps(center: CLLocationCoordinate2D) throws {
        let model = MapModel()
        model.centers = [center]
        let host = show(model)
        let point = CGPoint(x: 250, y: 170)

        try host.tapMap(at: point)

        let tapped = try #require(model.taps.first)
        #expect(CLLocationCoordinate2DIsValid(tapped))
        #expect(center.meters(to: tapped) < 400)
        let shown = try host.pointOnMap(of: tapped)
        #expect(abs(shown.x - point.x) < 0.01 && abs(shown.y - point.y) < 0.01)
    }

    @Test("Places on both sides of the date line are near one another")
    func dateLine() throws {
        let model = MapModel()
        model.centers = [
            CLLocationCoordinate2D(latitude: 0, longitude: 179.999),
            CLLocationCoordinate2D(latitude: 0, longitude: -179.999),
        ]
        let host = show(model)

        let points = try model.centers.map { try host.pointOnMap(of: $0) }

        #expect(points[0].x < points[1].x)
        #expect(points.allSatisfy { (0...300).contains($0.x) })
        #expect(points[1].x - points[0].x > 50)
    }

    @Test("A place at a pole is shown, where the projection ends", arguments: [90.0, -90])
    func pole(latitude: Double) throws {
        let model = MapModel()
        model.centers = [CLLocationCoordinate2D(latitude: latitude, longitude: 0)]
        let host = show(model)

        try host.tapMap(at: CGPoint(x: 20, y: 100))

        let tapped = try #require(model.taps.first)
        #expect(CLLocationCoordinate2DIsValid(tapped))
        #expect(abs(abs(tapped.latitude) - 85.05) < 0.01)
        #expect(HTMLRenderer().html(of: host.screen).contains("<circle"))
    }

    @Test("A map without content shows the world")
    func empty() throws {
        let model = MapModel()
        model.centers = []
        let host = show(model)

        let west = try host.pointOnMap(of: CLLocationCoordinate2D(latitude: 0, longitude: -100))
        let east = try host.pointOnMap(of: CLLocationCoordinate2D(latitude: 0, longitude: 100))

        #expect(west.x > 0 && east.x < 300 && west.x < east.x)
    }

    @Test("A region is shown whole, whichever side is longer")
    func region() throws {
        let model = MapModel()
        model.position = .region(
            MKCoordinateRegion(center: munich, latitudinalMeters: 1000, longitudinalMeters: 200)
        )
        let host = show(model)
        let north = munich.latitude + 500 / 111_320
        let top = CLLocationCoordinate2D(latitude: north, longitude: 11.575)

        #expect(try host.pointOnMap(of: munich) == CGPoint(x: 150, y: 100))
        #expect(abs(try host.pointOnMap(of: top).y) < 1)
    }
}
