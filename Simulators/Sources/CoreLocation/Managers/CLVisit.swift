public import Foundation

/// A visit to a place.
open class CLVisit: NSObject {
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
}

/// A visit that is to be delivered to the app.
struct Stay: Sendable {
    var arrival: Date
    var departure: Date
    var coordinate: CLLocationCoordinate2D
    var accuracy: Double
}
