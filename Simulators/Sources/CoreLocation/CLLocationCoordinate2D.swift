/// A place on the WGS 84 ellipsoid, in degrees.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees; positive north of the equator.
    public var latitude: CLLocationDegrees
    /// Degrees; positive east of the meridian.
    public var longitude: CLLocationDegrees

    /// Null Island.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// A place by its degrees.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Whether both degrees are within their range.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// A place by its degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
