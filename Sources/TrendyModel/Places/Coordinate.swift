#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A place on the earth, in degrees of WGS 84.
public struct Coordinate: Hashable, Sendable {
    /// The mean radius of the earth, in metres (IUGG).
    public static let earthRadius = 6_371_008.8

    /// The point where equator and prime meridian meet, for what has no place of its own.
    public static let null = Coordinate(uncheckedLatitude: 0, longitude: 0)

    /// Degrees north, −90…90.
    public let latitude: Double
    /// Degrees east, −180…180.
    public let longitude: Double

    /// A place; `nil` when there is none of these degrees.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.init(uncheckedLatitude: latitude, longitude: longitude)
    }

    private init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Metres to another place along the great circle, on a sphere: within 0.6 % of the ellipsoid.
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let half =
            north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * Self.earthRadius * asin(min(1, half.squareRoot()))
    }
}

/// Where a device was at a moment, as far as it knew.
public struct Fix: Hashable, Sendable {
    /// The place.
    public var coordinate: Coordinate
    /// Metres around the place in which the device was, about two times in three.
    public var accuracy: Double
    /// When it was there.
    public var instant: Instant

    /// Bundles a fix.
    public init(coordinate: Coordinate, accuracy: Double, instant: Instant) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.instant = instant
    }
}

extension Coordinate {
    /// The place as a point on the sphere of radius 1, for comparing many distances.
    public var onUnitSphere: (x: Double, y: Double, z: Double) {
        let radians = Double.pi / 180
        let (north, east) = (latitude * radians, longitude * radians)
        return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }

    /// The place at an offset in metres; exact enough within some 100 km.
    public func offset(east: Double, north: Double) -> Coordinate {
        let perDegree = Self.earthRadius * .pi / 180
        let newLatitude = min(90, max(-90, latitude + north / perDegree))
        let parallel = max(1e-6, cos(latitude * .pi / 180))
        var newLongitude = longitude + east / (perDegree * parallel)
        if newLongitude > 180 { newLongitude -= 360 }
        if newLongitude < -180 { newLongitude += 360 }
        return Coordinate(latitude: newLatitude, longitude: newLongitude) ?? self
    }
}
