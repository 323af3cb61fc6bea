public import Foundation

/// An area of which the app can be told when the device enters or leaves it.
///
/// Two regions are the same when their identifiers are.
open class CLRegion: NSObject {
    /// What it is called within the app.
    public let identifier: String
    /// Whether the app is told of entries.
    open var notifyOnEntry = true
    /// Whether the app is told of exits.
    open var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// By the identifier only.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? CLRegion)?.identifier == identifier
    }

    /// Of the identifier only.
    override open var hash: Int { identifier.hashValue }

    /// The identifier.
    override open var description: String { "CLRegion (identifier:'\(identifier)')" }
}

/// A circle.
@available(iOS, introduced: 7.0, deprecated: 27.0)
open class CLCircularRegion: CLRegion {
    /// Its center.
    public let center: CLLocationCoordinate2D
    /// Its radius.
    public let radius: CLLocationDistance

    /// A circle by its center and its radius in meters.
    public init(
        center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        identifier: String
    ) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Whether a place is in it.
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
