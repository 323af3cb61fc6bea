#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A point on the earth in degrees (WGS 84).
public struct Coordinate: Hashable, Sendable {
    /// The mean radius of the earth, in metres (IUGG).
    public static let earthRadius = 6_371_008.8

    /// Latitude 0, longitude 0, for data without a position.
    public static let null = Coordinate(uncheckedLatitude: 0, longitude: 0)

    /// Degrees north, −90…90.
    public let latitude: Double
    /// Degrees east, −180…180.
    public let longitude: Double

    /// Creates a point; `nil` for degrees out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.init(uncheckedLatitude: latitude, longitude: longitude)
    }

    private init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance in metres, on a sphere: within 0.6 % of the ellipsoid.
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let half =
            north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * Self.earthRadius * asin(min(1, half.squareRoot()))
    }
}

/// A location fix of a device.
public struct Fix: Hashable, Sendable {
    /// The position.
    public var coordinate: Coordinate
    /// The radius in metres that contains the device with about 68 % probability.
    public var accuracy: Double
    /// The time of the fix.
    public var instant: Instant

    /// Creates a fix.
    public init(coordinate: Coordinate, accuracy: Double, instant: Instant) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.instant = instant
    }
}

extension Coordinate {
    /// The point on the unit sphere, for comparing many distances.
    package var onUnitSphere: (x: Double, y: Double, z: Double) {
        let radians = Double.pi / 180
        let (north, east) = (latitude * radians, longitude * radians)
        return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }

    /// The point at an offset in metres; sufficiently exact within about 100 km.
    package func offset(east: Double, north: Double) -> Coordinate {
        let perDegree = Self.earthRadius * .pi / 180
        let newLatitude = min(90, max(-90, latitude + north / perDegree))
        let parallel = max(1e-6, cos(latitude * .pi / 180))
        var newLongitude = longitude + east / (perDegree * parallel)
        if newLongitude > 180 { newLongitude -= 360 }
        if newLongitude < -180 { newLongitude += 360 }
        return Coordinate(latitude: newLatitude, longitude: newLongitude) ?? self
    }
}
