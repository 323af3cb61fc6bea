import Foundation
import TrendyModel

/// Where places lie on a flat map, with the same scale in both directions.
///
/// Distances are right near the middle of the map; far from it they are stretched, as on any map.
struct MapProjection: Equatable {
    /// The length of a degree of latitude in metres.
    private static let degree = Coordinate.earthRadius * .pi / 180

    /// The point in the middle.
    private let middle: Coordinate
    /// The shown width and height in metres.
    private let span: CGSize

    /// Creates a map that shows whole circles; `nil` without places.
    ///
    /// - `minimumSpan`: the smallest width and height in metres.
    init?(_ places: [MapPlace], minimumSpan: Double = 600) {
        guard let first = places.first else { return nil }
        // Relative to the first place, so that the date line does not divide the map.
        let origin = MapProjection(middle: first.center, span: .zero)
        let centers = places.map { origin.offset(of: $0.center) }
        let rectangle = zip(places, centers).reduce(CGRect.null) { area, next in
            let (place, center) = next
            return area.union(
                CGRect(
                    x: center.x - place.radius,
                    y: center.y - place.radius,
                    width: 2 * place.radius,
                    height: 2 * place.radius
                )
            )
        }
        middle = origin.coordinate(x: rectangle.midX, y: rectangle.midY)
        span = CGSize(
            width: max(minimumSpan, rectangle.width * 1.2),
            height: max(minimumSpan, rectangle.height * 1.2)
        )
    }

    private init(middle: Coordinate, span: CGSize) {
        (self.middle, self.span) = (middle, span)
    }

    /// The circle of a place in a rectangle; at least `minimum` points in radius.
    func circle(of place: MapPlace, in rect: CGRect, minimum: CGFloat) -> CGRect {
        let scale = min(rect.width / span.width, rect.height / span.height)
        let offset = offset(of: place.center)
        let radius = max(minimum, place.radius * scale)
        return CGRect(
            x: rect.midX + offset.x * scale - radius,
            y: rect.midY + offset.y * scale - radius,
            width: 2 * radius,
            height: 2 * radius
        )
    }

    /// The point at a distance from another; east and north are positive.
    static func point(from center: Coordinate, east: Double, north: Double) -> Coordinate {
        MapProjection(middle: center, span: .zero).coordinate(x: east, y: -north)
    }

    /// Metres to the right of the middle and below it.
    private func offset(of point: Coordinate) -> CGPoint {
        let east = (point.longitude - middle.longitude).remainder(dividingBy: 360)
        return CGPoint(
            x: east * Self.degree * parallel,
            y: (middle.latitude - point.latitude) * Self.degree
        )
    }

    private func coordinate(x: Double, y: Double) -> Coordinate {
        let latitude = min(90, max(-90, middle.latitude - y / Self.degree))
        let longitude = middle.longitude + x / (Self.degree * parallel)
        return Coordinate(
            latitude: latitude,
            longitude: longitude.remainder(dividingBy: 360)
        ) ?? middle
    }

    /// The length of a degree of longitude relative to one of latitude; never zero, even at a pole.
    private var parallel: Double { max(1e-6, cos(middle.latitude * .pi / 180)) }
}
