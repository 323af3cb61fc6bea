import TrendyAppSupport
import TrendyCharts
import TrendyLocalization
import TrendyModel

/// A map as SVG, in a box of ``MapViewport/size`` units.
///
/// It is hidden from assistive technology: lists beside it have its content.
struct MapDrawing {
    /// A circle of a place.
    struct Place {
        let id: EntityID
        let name: String
        let circle: MapCircle
        let isActive: Bool
        let isInside: Bool
    }

    /// A position with stays.
    struct Spot {
        let name: String
        let center: Coordinate
        /// The share of the longest time at one position, 0…1.
        let weight: Double
        let isOpen: Bool
        /// The page that a click opens; `nil` for none.
        let path: WebPath?
        /// What the spot stands for, in words.
        let text: String
    }

    let viewport: MapViewport
    /// The server of the images behind the drawing; `nil` for none.
    var images: MapTileServer?
    /// The routes of workouts, in the order of time.
    var routes: [Route] = []
    var places: [Place] = []
    var spots: [Spot] = []
    /// The positions of the stays in their order, which a dashed line joins; empty for none.
    var order: [Coordinate] = []
    /// Whether the map has no room for the north.
    var isSmall = false
    /// The circle that a form edits; `nil` for none.
    var edited: MapCircle?

    /// The sizes of labels on wide and on narrow screens, in units of the drawing.
    private static let fontSizes = [("wide", 13.0), ("narrow", 24.0)]
    /// The maximum number of circles and of spots that are drawn.
    private static let maximumMarks = 500

    var svg: HTML {
        tag(
            .svg,
            .class("map-svg"),
            .set(.viewBox, "0 0 \(Int(viewport.width)) \(Int(viewport.height))"),
            .aria("hidden", "true")
        ) {
            tag(.g, .data("layer", "")) {
                grid
                imageLayer
                for place in visiblePlaces { circle(place) }
                routeLayer
                joins
                for spot in visibleSpots.reversed() { mark(spot) }
                editedCircle
                for (name, size) in Self.fontSizes { labels(name, size) }
            }
            scale
            if !isSmall { north }
        }
    }

    // MARK: Marks

    private var visiblePlaces: [Place] {
        Array(
            places.lazy.filter { place in
                let radius = viewport.length(
                    meters: place.circle.radiusMeters,
                    at: place.circle.latitude
                )
                return isVisible(point(place.circle), radius)
            }.prefix(Self.maximumMarks)
        )
    }

    private var visibleSpots: [Spot] {
        Array(spots.lazy.filter { isVisible(point($0.center), 20) }.prefix(Self.maximumMarks))
    }

    private func isVisible(_ point: MapPoint, _ radius: Double) -> Bool {
        point.x > -radius && point.x < viewport.width + radius && point.y > -radius
            && point.y < viewport.height + radius
    }

    private func point(_ circle: MapCircle) -> MapPoint {
        viewport.point(latitude: circle.latitude, longitude: circle.longitude)
    }

    private func point(_ coordinate: Coordinate) -> MapPoint {
        viewport.point(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    private func radius(_ spot: Spot) -> Double { 6 + 10 * spot.weight.squareRoot() }

    private func circle(_ place: Place) -> HTML {
        let point = self.point(place.circle)
        let radius = viewport.length(meters: place.circle.radiusMeters, at: place.circle.latitude)
        return link(WebPath(parts: ["map", "places", place.id.description])) {
            tag(
                .circle,
                .class(place.isInside ? "place inside" : place.isActive ? "place" : "place off"),
                .set(.cx, point.x),
                .set(.cy, point.y),
                .set(.r, max(4, radius))
            ) {
                tag(.title) { place.name }
            }
        }
    }

    private func mark(_ spot: Spot) -> HTML {
        let point = self.point(spot.center)
        return link(spot.path) {
            tag(
                .circle,
                .class(spot.isOpen ? "spot open" : "spot"),
                .set(.cx, point.x),
                .set(.cy, point.y),
                .set(.r, radius(spot))
            ) {
                tag(.title) { spot.text }
            }
        }
    }

    /// A link for a pointer; the list beside the map has it for the keyboard.
    func link(_ path: WebPath?, @HTMLBuilder content: () -> HTML) -> HTML {
        guard let path else { return content() }
        return tag(.a, .href(path), .tabindex(-1), content: content)
    }

    private var joins: HTML {
        guard order.count > 1 else { return .empty }
        let points = order.map { coordinate in
            let point = self.point(coordinate)
            return "\(HTMLAttribute.text(of: point.x)),\(HTMLAttribute.text(of: point.y))"
        }
        return tag(.polyline, .class("order"), .set(.points, points.joined(separator: " ")))
    }

    @HTMLBuilder private var editedCircle: HTML {
        if let edited {
            let point = self.point(edited)
            let radius = viewport.length(meters: edited.radiusMeters, at: edited.latitude)
            tag(.g, .data("edited", "")) {
                tag(
                    .circle,
                    .class("edited"),
                    .set(.cx, point.x),
                    .set(.cy, point.y),
                    .set(.r, max(4, radius))
                )
                tag(
                    .circle,
                    .class("edited-center"),
                    .set(.cx, point.x),
                    .set(.cy, point.y),
                    .set(.r, 4)
                )
            }
        }
    }

    private func labels(_ name: String, _ fontSize: Double) -> HTML {
        var marks = visibleSpots.map { spot in
            MapLabels.Mark(point: point(spot.center), radius: radius(spot), text: spot.name)
        }
        let named = Set(spots.map(\.name))
        for place in visiblePlaces where !named.contains(place.name) {
            let radius = viewport.length(
                meters: place.circle.radiusMeters,
                at: place.circle.latitude
            )
            marks.append(
                MapLabels.Mark(point: point(place.circle), radius: radius, text: place.name)
            )
        }
        let placed = MapLabels(
            marks,
            width: viewport.width,
            height: viewport.height,
            fontSize: fontSize
        )
        return tag(.g, .class("labels \(name)")) {
            for label in placed.labels {
                tag(
                    .text,
                    .set(.x, label.point.x),
                    .set(.y, label.point.y),
                    .set(.textAnchor, label.anchor.rawValue)
                ) { label.text }
            }
        }
    }

    // MARK: Frame

    private var grid: HTML {
        let grid = MapGrid(viewport)
        return tag(.g, .class("grid")) {
            for x in grid.columns { line(x, 0, x, viewport.height) }
            for y in grid.rows { line(0, y, viewport.width, y) }
        }
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> HTML {
        tag(.line, .set(.x1, x1), .set(.y1, y1), .set(.x2, x2), .set(.y2, y2))
    }

    private var scale: HTML {
        let bar = MapScaleBar(viewport)
        let (left, bottom) = (16.0, viewport.height - 16)
        let right = left + bar.length
        let points = [(left, bottom - 6), (left, bottom), (right, bottom), (right, bottom - 6)]
        return tag(.g, .class("scale")) {
            tag(
                .polyline,
                .set(
                    .points,
                    points.map { "\(HTMLAttribute.text(of: $0)),\(HTMLAttribute.text(of: $1))" }
                        .joined(separator: " ")
                )
            )
            tag(.text, .set(.x, left + 4), .set(.y, bottom - 8)) { Self.text(meters: bar.meters) }
        }
    }

    private var north: HTML {
        let x = viewport.width - 26
        return tag(.g, .class("north")) {
            tag(
                .polygon,
                .set(.points, "\(Int(x)),14 \(Int(x) - 8),38 \(Int(x)),32 \(Int(x) + 8),38")
            )
            tag(.text, .set(.x, x), .set(.y, 54), .set(.textAnchor, "middle")) {
                Strings.WebMap.northSign()
            }
        }
    }

    /// A round length as text.
    static func text(meters: Double) -> String {
        let isLong = meters >= 1000
        let count = String(Int(isLong ? meters / 1000 : max(1, meters)))
        return isLong
            ? Strings.PlaceStates.kilometers(["count": count])
            : Strings.PlaceStates.meters(["count": count])
    }
}
