import TrendyCharts
import TrendyModel

// The layers behind the marks of a map: images, and the lines of routes.
extension MapDrawing {
    /// The route of a workout.
    struct Route {
        /// The workout in words.
        let text: String
        /// The page that a click opens; `nil` for none.
        let path: WebPath?
        let lines: [[Coordinate]]
    }

    /// The maximum number of points of all lines; about twelve bytes each.
    private static let maximumPoints = 4000

    /// The images of the map's area; empty while they are off.
    @HTMLBuilder var imageLayer: HTML {
        if let images {
            tag(.g, .class("images")) {
                for (tile, key) in keyedTiles { image(tile, of: images, key: key) }
            }
        }
    }

    /// The tiles with a name of each, because the world repeats on a map of low zoom.
    private var keyedTiles: [(MapTile, String)] {
        var known: [String: Int] = [:]
        return MapTile.covering(viewport).map { tile in
            let name = "\(tile.zoom)-\(tile.column)-\(tile.row)"
            known[name, default: 0] += 1
            return (tile, "\(name)-\(known[name] ?? 1)")
        }
    }

    private func image(_ tile: MapTile, of server: MapTileServer, key: String) -> HTML {
        // Slightly too large, so that no gaps show where edges are between two pixels.
        let size = tile.size + 0.4
        return tag(
            .image,
            // An image that stays while the map moves is not loaded again.
            .data("key", key),
            .href(server, tile),
            .set(.referrerpolicy, "no-referrer"),
            .set(.preserveAspectRatio, "none"),
            .set(.x, tile.x),
            .set(.y, tile.y),
            .set(.width, size),
            .set(.height, size)
        )
    }

    /// The lines of the routes, the newest on top; the oldest are left out when there are too many
    /// points.
    @HTMLBuilder var routeLayer: HTML {
        let drawn = visibleRoutes
        if !drawn.isEmpty {
            tag(.g, .class("routes")) {
                for (route, lines) in drawn {
                    link(route.path) {
                        tag(.g) {
                            tag(.title) { route.text }
                            for part in lines.flatMap(\.parts) {
                                tag(.polyline, .class("route"), .set(.points, Self.text(of: part)))
                            }
                        }
                    }
                }
            }
        }
    }

    private var visibleRoutes: [(Route, [MapLine])] {
        var drawn: [(Route, [MapLine])] = []
        var points = 0
        for route in routes.reversed() {
            let lines = route.lines.map { line in
                MapLine(line.map { ($0.latitude, $0.longitude) }, in: viewport)
            }
            let count = lines.reduce(0) { $0 + $1.count }
            guard count > 0 else { continue }
            points += count
            guard points <= Self.maximumPoints else { break }
            drawn.append((route, lines))
        }
        return drawn.reversed()
    }

    /// Points with one decimal.
    private static func text(of points: [MapPoint]) -> String {
        points.map { point in
            let (x, y) = ((point.x * 10).rounded() / 10, (point.y * 10).rounded() / 10)
            return "\(HTMLAttribute.text(of: x)),\(HTMLAttribute.text(of: y))"
        }.joined(separator: " ")
    }
}
