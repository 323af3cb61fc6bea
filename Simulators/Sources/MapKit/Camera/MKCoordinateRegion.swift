public import CoreLocation

/// A rectangular geographic region that centers around a specific latitude and longitude.
public struct MKCoordinateRegion: Sendable {
    /// The center point of the region.
    public var center: CLLocationCoordinate2D
    /// The horizontal and vertical span to display.
    public var span: MKCoordinateSpan

    /// Creates a coordinate region.
    public init() {
        self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan())
    }

    /// Creates a coordinate region with a span around the specified center coordinate.
    public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
        (self.center, self.span) = (center, span)
    }

    /// Creates a new coordinate region from the specified coordinate and distance values.
    public init(
        center centerCoordinate: CLLocationCoordinate2D,
        latitudinalMeters: CLLocationDistance,
        longitudinalMeters: CLLocationDistance
    ) {
        let degree = MapProjection.earthRadius * .pi / 180
        let parallel = degree * MapProjection.parallel(at: centerCoordinate.latitude)
        self.init(
            center: centerCoordinate,
            span: MKCoordinateSpan(
                latitudeDelta: min(180, latitudinalMeters / degree),
                longitudeDelta: min(360, longitudinalMeters / parallel)
            )
        )
    }
}

/// The width and height of a map region, in degrees.
public struct MKCoordinateSpan: Sendable {
    /// The north-to-south distance to display on the map.
    public var latitudeDelta: CLLocationDegrees
    /// The east-to-west distance to display for the map region.
    public var longitudeDelta: CLLocationDegrees

    /// Creates a coordinate span.
    public init() {
        self.init(latitudeDelta: 0, longitudeDelta: 0)
    }

    /// Creates a coordinate span with the latitude and longitude delta you provide.
    public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
        (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
    }
}
