import Foundation
import Testing

@testable import TrendyCharts

@Suite("Images and lines on maps")
struct MapTileTests {
    private func viewport(
        _ latitude: Double,
        _ longitude: Double,
        zoom: Double
    ) -> MapViewport {
        MapViewport(latitude: latitude, longitude: longitude, zoom: zoom, width: 720, height: 480)
    }

    /// The north-western corner of a tile, by the formula of the OpenStreetMap wiki.
    private func corner(_ zoom: Int, _ column: Int, _ row: Int) -> (Double, Double) {
        let count = Double(1 << zoom)
        let y = Double.pi * (1 - 2 * Double(row) / count)
        return (atan(sinh(y)) * 180 / .pi, Double(column) / count * 360 - 180)
    }

    @Test(
        "The tile 12/2200/1343 of Berlin lies where its corners are",
        arguments: [11.6, 12, 12.4]
    )
    func alignment(zoom: Double) throws {
        let map = viewport(52.52, 13.405, zoom: zoom)

        let tile = try #require(
            MapTile.covering(map).first { $0.column == 2200 && $0.row == 1343 }
        )

        #expect(tile.zoom == 12)
        for (step, offset) in [(0, 0.0), (1, tile.size)] {
            let (latitude, longitude) = corner(12, 2200 + step, 1343 + step)
            let point = map.point(latitude: latitude, longitude: longitude)
            #expect(abs(point.x - tile.x - offset) < 1e-6, "\(point.x)")
            #expect(abs(point.y - tile.y - offset) < 1e-6, "\(point.y)")
        }
        // The tile contains the centre.
        #expect(tile.x < 360 && tile.x + tile.size > 360)
        #expect(tile.y < 240 && tile.y + tile.size > 240)
    }

    @Test(
        "The tiles cover a drawing without gaps, and are few",
        arguments: [1.0, 1.49, 1.5, 2.2, 7.5, 18.5, 19]
    )
    func covering(zoom: Double) {
        for (latitude, longitude) in [(0.0, 0.0), (52.5, 13.4), (-17, 179.99), (60, -180)] {
            let map = viewport(latitude, longitude, zoom: zoom)
            let tiles = MapTile.covering(map)
            let world = map.worldCorner

            #expect(tiles.count <= 24 && !tiles.isEmpty, "\(tiles.count)")
            #expect(tiles.map(\.x).min() ?? 1 <= 0)
            #expect(tiles.map { $0.x + $0.size }.max() ?? 0 >= 719.999)
            #expect(tiles.map(\.y).min() ?? 1 <= max(0, -world.y) + 1e-6)
            let count = 1 << tiles[0].zoom
            #expect(tiles.allSatisfy { (0..<count).contains($0.column) && $0.zoom <= 19 })
            #expect(tiles.allSatisfy { (0..<count).contains($0.row) })
            #expect(Set(tiles.map { "\($0.x) \($0.y)" }).count == tiles.count)
        }
    }

    @Test("The tiles west of the date line continue those east of it")
    func dateLine() {
        let tiles = MapTile.covering(viewport(-17, 180, zoom: 8)).filter { $0.row == 140 }

        #expect(tiles.map(\.column) == [254, 255, 0, 1])
        #expect(zip(tiles, tiles.dropFirst()).allSatisfy { abs($1.x - $0.x - 256) < 1e-6 })
    }

    @Test("A line over the date line does not cross the map")
    func lineOverDateLine() {
        let map = viewport(-17, 179.9, zoom: 9)
        let line = MapLine([(-17, 179.8), (-17, 179.99), (-17.1, -179.9)], in: map)

        #expect(line.parts.count == 1)
        #expect(line.parts[0].map(\.x) == line.parts[0].map(\.x).sorted())
        #expect(line.parts[0].last.map { abs($0.x - 360) < 100 } == true)
    }

    @Test("Points that lie on each other are one; the last one is kept")
    func thinning() {
        let map = viewport(52, 13, zoom: 8)
        let near = MapLine((0..<1000).map { (52 + Double($0) * 1e-6, 13) }, in: map)
        let far = MapLine((0..<100).map { (52, 13 + Double($0) * 0.01) }, in: map)

        #expect(near.count == 2)
        #expect(far.count > 90)
        #expect(MapLine([(52, 13)], in: map).parts.isEmpty)
        #expect(MapLine([], in: map).parts.isEmpty)
    }

    @Test("What is far from the map is left out; a line that comes back has two parts")
    func clipping() {
        let map = viewport(52, 13, zoom: 12)
        let line = MapLine(
            [(52, 13), (52, 13.01), (53, 14), (53, 14.1), (53, 14.2), (52.01, 13.02), (52, 13)],
            in: map
        )

        #expect(line.parts.map(\.count) == [3, 3])
        #expect(MapLine([(10, 10), (11, 11)], in: map).parts.isEmpty)
        // A line whose ends are both outside may cross the map.
        #expect(MapLine([(52, 12), (52, 14)], in: map).parts.count == 1)
    }
}
