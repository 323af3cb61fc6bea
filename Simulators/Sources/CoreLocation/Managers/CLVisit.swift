public import Foundation

/// A stay at a place.
open class CLVisit: NSObject {
    /// When it began; the distant past when that is not known.
    public let arrivalDate: Date
    /// When it ended; the distant future while it lasts.
    public let departureDate: Date
    /// Where it is.
    public let coordinate: CLLocationCoordinate2D
    /// How good the coordinate is.
    public let horizontalAccuracy: CLLocationAccuracy

    init(_ stay: Stay) {
        arrivalDate = stay.arrival
        departureDate = stay.departure
        coordinate = stay.coordinate
        horizontalAccuracy = stay.accuracy
        super.init()
    }
}

/// A visit on its way to the app.
struct Stay: Sendable {
    var arrival: Date
    var departure: Date
    var coordinate: CLLocationCoordinate2D
    var accuracy: Double
}
