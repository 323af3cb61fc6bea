/// A line on a map, such as a route: the parts of it near the viewport, without points that lie on
/// each other in the drawing.
package struct MapLine: Sendable, Equatable {
    /// The parts in their order; each has two points or more.
    package let parts: [[MapPoint]]

    /// The points of all parts.
    package var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// The distance of two points that are drawn, in units of the drawing.
    private static let minimumDistance = 1.5

    /// Projects a line.
    ///
    /// - Parameters:
    ///   - positions: degrees north and east; the way between two is the shorter one, also over the
    ///     date line.
    ///   - viewport: the part of the earth. Parts further from it than half its size are left out.
    package init(
        _ positions: [(latitude: Double, longitude: Double)],
        in viewport: MapViewport
    ) {
        parts = Self.near(viewport, Self.thinned(Self.projected(positions, viewport)))
    }

    private static func projected(
        _ positions: [(latitude: Double, longitude: Double)],
        _ viewport: MapViewport
    ) -> [MapPoint] {
        var x: Double?
        var longitude = 0.0
        return positions.map { position in
            var point = viewport.point(
                latitude: position.latitude,
                longitude: position.longitude
            )
            if let x {
                let east = MapViewport.wrapped(position.longitude - longitude)
                point.x = x + east / 360 * viewport.worldSize
            }
            (x, longitude) = (point.x, position.longitude)
            return point
        }
    }

    private static func thinned(_ points: [MapPoint]) -> [MapPoint] {
        var kept: [MapPoint] = []
        for (index, point) in points.enumerated() {
            if let last = kept.last, index < points.count - 1 {
                let (x, y) = (point.x - last.x, point.y - last.y)
                if x * x + y * y < minimumDistance * minimumDistance { continue }
            }
            kept.append(point)
        }
        return kept
    }

    private static func near(_ viewport: MapViewport, _ points: [MapPoint]) -> [[MapPoint]] {
        let (width, height) = (viewport.width, viewport.height)
        func isNear(_ start: MapPoint, _ end: MapPoint) -> Bool {
            max(start.x, end.x) > -width / 2 && min(start.x, end.x) < width * 1.5
                && max(start.y, end.y) > -height / 2 && min(start.y, end.y) < height * 1.5
        }
        var parts: [[MapPoint]] = []
        var part: [MapPoint] = []
        for (start, end) in zip(points, points.dropFirst()) {
            if isNear(start, end) {
                if part.isEmpty { part = [start] }
                part.append(end)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }
}
