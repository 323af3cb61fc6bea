public import Foundation

/// A geographic area with entry and exit events.
///
/// Two regions are equal if their identifiers are.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
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

    /// Always true: it contains a string, numbers and flags.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
            return nil
        }
        self.identifier = identifier.description
        super.init()
        notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
        notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
    }

    /// Encodes into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: "identifier")
        coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
        coder.encode(notifyOnExit, forKey: "notifyOnExit")
    }

    /// A region whose notifications can be switched separately.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(identifier: identifier)
        (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
        return copy
    }
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

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "radius") else { return nil }
        center = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        radius = coder.decodeDouble(forKey: "radius")
        super.init(coder: coder)
    }

    /// Encodes into an archive.
    override open func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(center.latitude, forKey: "latitude")
        coder.encode(center.longitude, forKey: "longitude")
        coder.encode(radius, forKey: "radius")
    }

    /// A circle whose notifications can be switched separately.
    override open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLCircularRegion(center: center, radius: radius, identifier: identifier)
        (copy.notifyOnEntry, copy.notifyOnExit) = (notifyOnEntry, notifyOnExit)
        return copy
    }
}
