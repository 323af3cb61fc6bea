import Foundation

/// A square image of a map server, and where it belongs in a drawing.
///
/// Source: [Slippy map tilenames](https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames).
package struct MapTile: Sendable, Equatable {
    /// The zoom level; the world has 2 to the power of it tiles in each direction.
    package let zoom: Int
    /// The number from the date line to the east.
    package let column: Int
    /// The number from the north.
    package let row: Int
    /// The left edge in the drawing.
    package let x: Double
    /// The upper edge in the drawing.
    package let y: Double
    /// The width and height in the drawing.
    package let size: Double

    /// The tiles that cover a viewport, row by row; at most ``maximumCount``.
    ///
    /// The world repeats to the east and the west; north and south of it there are none.
    package static func covering(_ viewport: MapViewport) -> [MapTile] {
        // The nearest level, so that images are neither half as sharp nor four times as many.
        let zoom = Int(viewport.zoom.rounded())
        let count = 1 << zoom
        let size = viewport.worldSize / Double(count)
        let corner = viewport.worldCorner
        let rows = numbers(from: corner.y, length: viewport.height, size).clamped(to: 0..<count)
        var tiles: [MapTile] = []
        for row in rows {
            for number in numbers(from: corner.x, length: viewport.width, size) {
                let rest = number % count
                tiles.append(
                    MapTile(
                        zoom: zoom,
                        column: rest < 0 ? rest + count : rest,
                        row: row,
                        x: Double(number) * size - corner.x,
                        y: Double(row) * size - corner.y,
                        size: size
                    )
                )
            }
        }
        return Array(tiles.prefix(maximumCount))
    }

    /// The maximum number of tiles of a drawing; one of 720 by 480 units has at most 24.
    package static let maximumCount = 64

    private static func numbers(
        from start: Double,
        length: Double,
        _ size: Double
    ) -> Range<Int> {
        Int(floor(start / size))..<Int(ceil((start + length) / size))
    }
}
