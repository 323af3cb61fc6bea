import Foundation
import Testing

@testable import TrendyCharts

@Suite("Geometry of maps")
struct MapGeometryTests {
    private let berlin = MapViewport(
        latitude: 52.52,
        longitude: 13.405,
        zoom: 12,
        width: 720,
        height: 480
    )

    @Test("A position and its point belong together, also beyond the date line")
    func roundTrip() {
        for viewport in [
            berlin, MapViewport(latitude: -17, longitude: 179.9, zoom: 9, width: 720, height: 480),
        ] {
            for point in [MapPoint(x: 0, y: 0), MapPoint(x: 700, y: 10), MapPoint(x: 360, y: 240)] {
                let position = viewport.position(of: point)
                let again = viewport.point(
                    latitude: position.latitude,
                    longitude: position.longitude
                )

                #expect(abs(again.x - point.x) < 1e-6 && abs(again.y - point.y) < 1e-6)
            }
        }
    }

    @Test("The projection is that of EPSG:3857")
    func projection() {
        let world = MapViewport(latitude: 0, longitude: 0, zoom: 1, width: 512, height: 512)
        let corner = world.point(latitude: MapViewport.maximumLatitude, longitude: -180)
        let equator = world.point(latitude: 0, longitude: 90)

        #expect(abs(corner.x) < 1e-6 && abs(corner.y) < 1e-4)
        #expect(abs(equator.x - 384) < 1e-9 && abs(equator.y - 256) < 1e-9)
        // A unit at the equator and zoom 0 is 156,543 m.
        #expect(abs(world.metersPerUnit - 156_543.03 / 2) < 1)
    }

    @Test("Values that are no place on earth are limited")
    func limits() {
        let odd = MapViewport(
            latitude: .infinity,
            longitude: .nan,
            zoom: 1e9,
            width: 720,
            height: 480
        )
        let pole = MapViewport(latitude: 90, longitude: 540, zoom: -4, width: 720, height: 480)

        #expect(odd.latitude == 0 && odd.longitude == 0 && odd.zoom == 19)
        #expect(pole.latitude == MapViewport.maximumLatitude && abs(pole.longitude) == 180)
        #expect(pole.zoom == 1)
    }

    @Test("All circles are inside of the viewport that shows them")
    func fitting() throws {
        let circles = [
            MapCircle(latitude: -36.8, longitude: 174.7, radiusMeters: 500),
            MapCircle(latitude: 21.3, longitude: -157.8),
        ]
        let viewport = try #require(MapViewport(showing: circles, width: 720, height: 480))

        for circle in circles {
            let point = viewport.point(latitude: circle.latitude, longitude: circle.longitude)
            #expect((0...720).contains(point.x) && (0...480).contains(point.y))
        }
        // Auckland and Honolulu are neighbours across the date line.
        #expect(viewport.zoom > 3)
        let one = try #require(MapViewport(showing: [circles[1]], width: 720, height: 480))
        #expect(one.zoom == 16)
        #expect(MapViewport(showing: [], width: 720, height: 480) == nil)
    }

    @Test("Moving and zooming keep what they should")
    func movement() {
        let east = berlin.moved(right: 0.5)
        let center = berlin.point(latitude: east.latitude, longitude: east.longitude)

        #expect(abs(center.x - 720) < 1e-6 && abs(center.y - 240) < 1e-6)
        #expect(berlin.zoomed(by: 1).zoom == 13)
        #expect(berlin.zoomed(by: 100).zoom == 19)
    }

    @Test("A scale bar is round and fits")
    func scale() {
        for zoom in stride(from: 1.0, through: 19, by: 0.5) {
            let bar = MapScaleBar(berlin.zoomed(by: zoom - 12))
            let first = String(Int(bar.meters * 1000)).first

            #expect(bar.length <= 140.000_1 && bar.length > 50, "zoom \(zoom)")
            #expect(first == "1" || first == "2" || first == "5", "\(bar.meters)")
        }
    }

    @Test("The lines of the grid are inside and apart")
    func grid() {
        for zoom in [1.0, 4, 12, 19] {
            let grid = MapGrid(berlin.zoomed(by: zoom - 12))

            #expect(grid.columns.allSatisfy { (-1...721).contains($0) })
            #expect(grid.rows.allSatisfy { (-1...481).contains($0) })
            for (left, right) in zip(grid.columns, grid.columns.dropFirst()) {
                #expect(right - left >= 89)
            }
        }
    }

    @Test("Labels neither overlap nor leave the map")
    func labels() {
        let marks: [MapLabels.Mark] = (0..<40).map { (index: Int) -> MapLabels.Mark in
            let (x, y) = (Double(index * 17 % 720), Double(index * 29 % 480))
            return MapLabels.Mark(point: MapPoint(x: x, y: y), radius: 8, text: "Place \(index)")
        }
        let labels = MapLabels(marks, width: 720, height: 480, fontSize: 13).labels
        let same = MapLabels(
            [marks[20], marks[20]],
            width: 720,
            height: 480,
            fontSize: 13
        ).labels

        #expect(labels.count > 5 && labels.count <= 40)
        #expect(Set(labels.map(\.text)).count == labels.count)
        #expect(labels.allSatisfy { (0...720).contains($0.point.x) })
        #expect(Set(same.map { "\($0.point) \($0.anchor)" }).count == same.count)
    }

    @Test("A long label is shortened")
    func longLabels() {
        let mark = MapLabels.Mark(
            point: MapPoint(x: 20, y: 200),
            radius: 8,
            text: String(repeating: "a", count: 200)
        )
        let labels = MapLabels([mark], width: 720, height: 480, fontSize: 13).labels

        #expect(labels.first?.text.count == 28)
    }
}
