import Foundation

/// A point of a drawing, from its top left corner, in units of the drawing.
package struct MapPoint: Sendable, Equatable {
    /// To the right.
    package var x: Double
    /// Down.
    package var y: Double

    /// Creates a point.
    package init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}

/// A circle on the earth that a map shows.
package struct MapCircle: Sendable, Equatable {
    /// Degrees north.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double
    /// The radius in metres; 0 for a point.
    package var radiusMeters: Double

    /// Creates a circle.
    package init(latitude: Double, longitude: Double, radiusMeters: Double = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMeters = radiusMeters
    }
}

/// The part of the earth that a map shows, in the spherical Mercator projection.
///
/// Source: [EPSG:3857](https://epsg.io/3857).
package struct MapViewport: Sendable, Equatable {
    /// The latitude at which the projection's world is a square.
    package static let maximumLatitude = 85.051_128_78
    /// The zoom levels: at 0 the world is 256 units wide, and each level doubles that.
    package static let zoomRange = 1.0...19.0
    /// The circumference of the projection's sphere in metres.
    private static let circumference = 2 * Double.pi * 6_378_137
    private static let worldUnits = 256.0

    /// The latitude of the centre, in degrees.
    package let latitude: Double
    /// The longitude of the centre, −180…180 degrees.
    package let longitude: Double
    /// The zoom level.
    package let zoom: Double
    /// The width of the drawing.
    package let width: Double
    /// The height of the drawing.
    package let height: Double

    /// Creates a viewport; latitude and zoom are limited to what the projection shows.
    package init(
        latitude: Double,
        longitude: Double,
        zoom: Double,
        width: Double,
        height: Double
    ) {
        let limit = Self.maximumLatitude
        self.latitude = latitude.isFinite ? max(-limit, min(limit, latitude)) : 0
        self.longitude = longitude.isFinite ? Self.wrapped(longitude) : 0
        let range = Self.zoomRange
        self.zoom = zoom.isFinite ? max(range.lowerBound, min(range.upperBound, zoom)) : 1
        self.width = width
        self.height = height
    }

    /// Creates the viewport that shows all circles with a margin; `nil` without a circle.
    ///
    /// - `maximumZoom`: the zoom level of a single point.
    package init?(
        showing circles: [MapCircle],
        width: Double,
        height: Double,
        maximumZoom: Double = 16
    ) {
        guard let west = Self.west(of: circles) else { return nil }
        var (left, right) = (Double.infinity, -Double.infinity)
        var (top, bottom) = (Double.infinity, -Double.infinity)
        for circle in circles {
            // Unwrapped from the western end, so that a map can show both sides of the date line.
            let degrees = (circle.longitude - west).truncatingRemainder(dividingBy: 360)
            let x = (degrees < 0 ? degrees + 360 : degrees) / 360
            let y = Self.worldY(circle.latitude)
            let radius = Self.worldFraction(circle.radiusMeters, at: circle.latitude)
            (left, right) = (min(left, x - radius), max(right, x + radius))
            (top, bottom) = (min(top, y - radius), max(bottom, y + radius))
        }
        let margin = 0.8
        let scale = min(
            width * margin / max(1e-9, right - left),
            height * margin / max(1e-9, bottom - top)
        )
        self.init(
            latitude: Self.latitude(worldY: (top + bottom) / 2),
            longitude: west + (left + right) / 2 * 360,
            zoom: min(maximumZoom, log2(scale / Self.worldUnits)),
            width: width,
            height: height
        )
    }

    // MARK: Projection

    /// The width of the whole world in units of the drawing.
    package var worldSize: Double { Self.worldUnits * exp2(zoom) }

    private var world: Double { worldSize }

    /// The upper left corner of the drawing, from the north-western end of the world.
    package var worldCorner: MapPoint {
        MapPoint(
            x: (longitude + 180) / 360 * world - width / 2,
            y: Self.worldY(latitude) * world - height / 2
        )
    }

    /// The point of a position; positions beyond the date line are on the nearer side.
    package func point(latitude: Double, longitude: Double) -> MapPoint {
        let east = Self.wrapped(longitude - self.longitude)
        let south = Self.worldY(latitude) - Self.worldY(self.latitude)
        return MapPoint(x: width / 2 + east / 360 * world, y: height / 2 + south * world)
    }

    /// The position of a point, in degrees.
    package func position(of point: MapPoint) -> (latitude: Double, longitude: Double) {
        let y = Self.worldY(latitude) + (point.y - height / 2) / world
        let east = (point.x - width / 2) / world * 360
        return (Self.latitude(worldY: y), Self.wrapped(longitude + east))
    }

    /// The length of a distance in units of the drawing, at a latitude.
    package func length(meters: Double, at latitude: Double) -> Double {
        Self.worldFraction(meters, at: latitude) * world
    }

    /// The metres of one unit of the drawing, in the middle of it.
    package var metersPerUnit: Double { 1 / length(meters: 1, at: latitude) }

    // MARK: Movement

    /// The viewport moved by parts of its width and height; `right` and `down` are 1 for a whole
    /// one.
    package func moved(right: Double = 0, down: Double = 0) -> MapViewport {
        let center = position(
            of: MapPoint(x: width * (0.5 + right), y: height * (0.5 + down))
        )
        return MapViewport(
            latitude: center.latitude,
            longitude: center.longitude,
            zoom: zoom,
            width: width,
            height: height
        )
    }

    /// The viewport with more or fewer zoom levels, around the same centre.
    package func zoomed(by levels: Double) -> MapViewport {
        MapViewport(
            latitude: latitude,
            longitude: longitude,
            zoom: zoom + levels,
            width: width,
            height: height
        )
    }

    // MARK: Arithmetic

    /// Degrees of longitude, or their difference the shorter way around, −180…180.
    package static func wrapped(_ degrees: Double) -> Double {
        let rest = (degrees + 180).truncatingRemainder(dividingBy: 360)
        return (rest < 0 ? rest + 360 : rest) - 180
    }

    /// The position from north to south, 0…1.
    private static func worldY(_ latitude: Double) -> Double {
        let limited = max(-maximumLatitude, min(maximumLatitude, latitude))
        let radians = limited * .pi / 180
        return 0.5 - log(tan(.pi / 4 + radians / 2)) / (2 * .pi)
    }

    private static func latitude(worldY: Double) -> Double {
        let limited = max(0, min(1, worldY))
        return (2 * atan(exp((0.5 - limited) * 2 * .pi)) - .pi / 2) * 180 / .pi
    }

    /// A distance as a fraction of the world's width.
    private static func worldFraction(_ meters: Double, at latitude: Double) -> Double {
        let limited = max(-maximumLatitude, min(maximumLatitude, latitude))
        return meters / (circumference * cos(limited * .pi / 180))
    }

    /// The western end of the smallest range of longitudes with all circles.
    private static func west(of circles: [MapCircle]) -> Double? {
        let sorted = circles.map(\.longitude).sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        var (west, widest) = (first, first + 360 - last)
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            (west, widest) = (right, right - left)
        }
        return west
    }
}
