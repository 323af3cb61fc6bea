package import CoreLocation
package import Foundation

/// Which part of the world a map shows: the Mercator projection of MapKit's map points, north up.
///
/// The world repeats to the east and to the west, so that the date line divides no map. Latitudes
/// beyond 85.05° lie on the edge, as in MapKit.
package struct MapProjection: Equatable, Sendable {
    /// The equatorial radius of the earth in metres, as in the projection.
    static let earthRadius = 6_378_137.0
    /// The width and height of the world in map points.
    static let world = 268_435_456.0
    /// Where the projection ends: the world is a square.
    private static let maximumLatitude = 85.051_128_779_806_59
    /// Points for a map point: from the world in 256 points to a metre in ten.
    private static let scales = (256 / world)...1.5
    /// What is shown around content, as a factor.
    private static let margin = 1.25
    /// The smallest width and height in metres that shows content.
    private static let leastWidth = 300.0

    /// The middle in map points, from the north-west corner of the world.
    private(set) var center: CGPoint
    /// The points of the screen for a map point.
    private(set) var scale: Double
    /// The size of the map in points.
    package var size: CGSize

    init(center: CGPoint, scale: Double, size: CGSize) {
        self.size = size
        self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
        self.center = CGPoint(
            x: Self.wrapped(center.x),
            y: min(max(center.y, 0), Self.world)
        )
    }

    /// The whole world.
    init(size: CGSize) {
        let scale = max(1, min(size.width, size.height)) / Self.world
        self.init(center: CGPoint(x: Self.world / 2, y: Self.world / 2), scale: scale, size: size)
    }

    /// Shows a region whole.
    init(_ region: MKCoordinateRegion, size: CGSize) {
        let half = region.span.latitudeDelta / 2
        let top = Self.mapPoint(region.center.latitude + half, region.center.longitude).y
        let bottom = Self.mapPoint(region.center.latitude - half, region.center.longitude).y
        let width = region.span.longitudeDelta / 360 * Self.world
        self.init(
            center: Self.mapPoint(region.center.latitude, region.center.longitude),
            scale: Self.scale(showing: CGSize(width: width, height: bottom - top), in: size),
            size: size
        )
    }

    /// Shows circles whole, with a margin; `nil` without circles.
    init?(_ areas: [MapArea], size: CGSize) {
        guard !areas.isEmpty else { return nil }
        let origin = Self.origin(areas.map { Self.mapPoint($0.center).x })
        let rectangle = areas.reduce(CGRect.null) { rectangle, area in
            let center = Self.mapPoint(area.center)
            let radius = Self.length(of: area.radius, at: area.center.latitude)
            // Relative to the origin, so that the date line does not divide the map.
            let x = Self.wrapped(center.x - origin)
            return rectangle.union(
                CGRect(x: x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
            )
        }
        // A point alone is shown with its surroundings.
        let least = Self.length(of: Self.leastWidth, at: areas[0].center.latitude)
        self.init(
            center: CGPoint(x: origin + rectangle.midX, y: rectangle.midY),
            scale: Self.scale(
                showing: CGSize(
                    width: max(least, rectangle.width * Self.margin),
                    height: max(least, rectangle.height * Self.margin)
                ),
                in: size
            ),
            size: size
        )
    }

    /// The point of a coordinate in the map, from its top left corner; perhaps outside.
    package func point(of coordinate: CLLocationCoordinate2D) -> CGPoint {
        let offset = offset(of: coordinate)
        return CGPoint(x: size.width / 2 + offset.width, y: size.height / 2 + offset.height)
    }

    /// Where a coordinate lies from the middle of the map, in points.
    package func offset(of coordinate: CLLocationCoordinate2D) -> CGSize {
        let place = Self.mapPoint(coordinate)
        let east = (place.x - center.x).remainder(dividingBy: Self.world)
        return CGSize(width: east * scale, height: (place.y - center.y) * scale)
    }

    /// The coordinate at a point of the map.
    package func coordinate(at point: CGPoint) -> CLLocationCoordinate2D {
        let x = Self.wrapped(center.x + (point.x - size.width / 2) / scale)
        let y = center.y + (point.y - size.height / 2) / scale
        let fraction = min(max(y / Self.world, 0), 1)
        return CLLocationCoordinate2D(
            latitude: atan(sinh(.pi * (1 - 2 * fraction))) * 180 / .pi,
            longitude: x / Self.world * 360 - 180
        )
    }

    /// The points of a length in metres at a latitude.
    package func points(of meters: Double, at latitude: Double) -> Double {
        Self.length(of: meters, at: latitude) * scale
    }

    /// The length of a point in metres in the middle of the map.
    package var metersPerPoint: Double {
        let latitude = coordinate(at: CGPoint(x: size.width / 2, y: size.height / 2)).latitude
        return 1 / points(of: 1, at: latitude)
    }

    /// The map after the person has dragged it by a number of points.
    func moved(by drag: CGSize) -> MapProjection {
        MapProjection(
            center: CGPoint(x: center.x - drag.width / scale, y: center.y - drag.height / scale),
            scale: scale,
            size: size
        )
    }

    /// The map magnified by a factor, with the same middle.
    func magnified(by factor: Double) -> MapProjection {
        MapProjection(center: center, scale: scale * factor, size: size)
    }

    /// The length of a degree of longitude relative to one of latitude; never zero, as the
    /// projection ends before a pole.
    static func parallel(at latitude: Double) -> Double {
        cos(min(abs(latitude), maximumLatitude) * .pi / 180)
    }

    private static func mapPoint(_ coordinate: CLLocationCoordinate2D) -> CGPoint {
        mapPoint(coordinate.latitude, coordinate.longitude)
    }

    private static func mapPoint(_ latitude: Double, _ longitude: Double) -> CGPoint {
        let north = min(max(latitude, -maximumLatitude), maximumLatitude) * .pi / 180
        return CGPoint(
            x: wrapped((longitude + 180) / 360 * world),
            y: (1 - asinh(tan(north)) / .pi) / 2 * world
        )
    }

    private static func length(of meters: Double, at latitude: Double) -> Double {
        meters * world / (2 * .pi * earthRadius * parallel(at: latitude))
    }

    private static func scale(showing area: CGSize, in size: CGSize) -> Double {
        min(
            size.width / max(area.width, .leastNonzeroMagnitude),
            size.height / max(area.height, .leastNonzeroMagnitude)
        )
    }

    /// Where to divide the world so that the points are as near one another as possible: behind
    /// the widest gap.
    private static func origin(_ positions: [Double]) -> Double {
        let sorted = positions.sorted()
        var (origin, widest) = (sorted[0], world - (sorted[sorted.count - 1] - sorted[0]))
        for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest {
            (origin, widest) = (right, right - left)
        }
        return origin
    }

    private static func wrapped(_ x: Double) -> Double {
        let rest = x.truncatingRemainder(dividingBy: world)
        return rest < 0 ? rest + world : rest
    }
}

/// A circle that a map is to show: content, or a coordinate with a radius of 0.
struct MapArea {
    let center: CLLocationCoordinate2D
    let radius: Double
}
