public import Foundation

/// A visit to a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
    /// The arrival; the distant past when it is unknown.
    public let arrivalDate: Date
    /// The departure; the distant future while the visit lasts.
    public let departureDate: Date
    /// The coordinate.
    public let coordinate: CLLocationCoordinate2D
    /// The accuracy of the coordinate in metres.
    public let horizontalAccuracy: CLLocationAccuracy

    init(_ stay: Stay) {
        arrivalDate = stay.arrival
        departureDate = stay.departure
        coordinate = stay.coordinate
        horizontalAccuracy = stay.accuracy
        super.init()
    }

    /// Always true: it contains numbers and dates.
    open class var supportsSecureCoding: Bool { true }

    /// Decodes an archive.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "arrival") else { return nil }
        arrivalDate = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "arrival"))
        departureDate = Date(
            timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "departure")
        )
        coordinate = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        horizontalAccuracy = coder.decodeDouble(forKey: "accuracy")
        super.init()
    }

    /// Encodes into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(arrivalDate.timeIntervalSinceReferenceDate, forKey: "arrival")
        coder.encode(departureDate.timeIntervalSinceReferenceDate, forKey: "departure")
        coder.encode(coordinate.latitude, forKey: "latitude")
        coder.encode(coordinate.longitude, forKey: "longitude")
        coder.encode(horizontalAccuracy, forKey: "accuracy")
    }

    /// The same object.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A visit that is to be delivered to the app.
struct Stay: Sendable {
    var arrival: Date
    var departure: Date
    var coordinate: CLLocationCoordinate2D
    var accuracy: Double
}
