/// A coordinate on the WGS 84 ellipsoid, in degrees.
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees; positive north of the equator.
    public var latitude: CLLocationDegrees
    /// The longitude in degrees; positive east of the prime meridian.
    public var longitude: CLLocationDegrees

    /// The coordinate 0, 0.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// A coordinate from degrees.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Whether both degrees are within their ranges.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// A coordinate from degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
