public import Foundation

/// A geographic area with entry and exit events.
///
/// Two regions are equal if their identifiers are.
open class CLRegion: NSObject {
    /// The identifier within the app.
    public let identifier: String
    /// Whether entries are reported.
    open var notifyOnEntry = true
    /// Whether exits are reported.
    open var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// Compares the identifiers only.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? CLRegion)?.identifier == identifier
    }

    /// The hash of the identifier only.
    override open var hash: Int { identifier.hashValue }

    /// The identifier.
    override open var description: String { "CLRegion (identifier:'\(identifier)')" }
}

/// A circular region.
@available(iOS, introduced: 7.0, deprecated: 27.0)
open class CLCircularRegion: CLRegion {
    /// The centre.
    public let center: CLLocationCoordinate2D
    /// The radius in metres.
    public let radius: CLLocationDistance

    /// A circle with a centre and a radius in metres.
    public init(
        center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        identifier: String
    ) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Whether the region contains a coordinate.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        let middle = CLLocation(latitude: center.latitude, longitude: center.longitude)
        let place = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
        return middle.distance(from: place) <= radius
    }

    /// The identifier and the circle.
    override open var description: String {
        "CLCircularRegion (identifier:'\(identifier)', center:<\(center.latitude),"
            + "\(center.longitude)>, radius:\(radius)m)"
    }
}
