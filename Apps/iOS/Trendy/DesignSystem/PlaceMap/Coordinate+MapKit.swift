import MapKit
import TrendyModel

extension Coordinate {
    /// The coordinate on a map.
    var onMap: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    /// A coordinate of a map; `nil` for degrees out of range.
    init?(_ coordinate: CLLocationCoordinate2D) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
}
