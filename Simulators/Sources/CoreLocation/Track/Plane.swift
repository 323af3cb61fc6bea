import Foundation

/// A planar projection around a coordinate: metres east and north.
///
/// Accurate to a millimetre within one kilometre and to one percent within a hundred.
struct Plane {
    struct Point {
        var east: Double
        var north: Double

        var square: Double { east * east + north * north }
    }

    private static let metersPerDegree = 6_371_008.8 * Double.pi / 180

    private let latitude: Double
    private let longitude: Double
    private let eastScale: Double

    init(_ origin: CLLocationCoordinate2D) {
        latitude = origin.latitude
        longitude = origin.longitude
        eastScale = Self.metersPerDegree * max(0.01, cos(origin.latitude * .pi / 180))
    }

    /// The full turns by which a longitude exceeds the usual range.
    func turns(of longitude: Double) -> Double {
        ((longitude - self.longitude) / 360).rounded() * 360
    }

    func point(_ latitude: Double, _ longitude: Double, turns: Double) -> Point {
        Point(
            east: (longitude - turns - self.longitude) * eastScale,
            north: (latitude - self.latitude) * Self.metersPerDegree
        )
    }

    /// The coordinate at an offset.
    func coordinate(east: Double, north: Double) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D(
            latitude: min(90, max(-90, latitude + north / Self.metersPerDegree)),
            longitude: longitude + east / eastScale
        )
    }

    /// The squares of the smallest and the largest distance to a box.
    func distances(to box: Track.Box) -> (least: Double, greatest: Double) {
        let turns = turns(of: (box.west + box.east) / 2)
        let low = point(box.south, box.west, turns: turns)
        let high = point(box.north, box.east, turns: turns)
        let near = Point(
            east: max(0, max(low.east, -high.east)),
            north: max(0, max(low.north, -high.north))
        )
        let far = Point(
            east: max(abs(low.east), abs(high.east)),
            north: max(abs(low.north), abs(high.north))
        )
        return (near.square, far.square)
    }
}
