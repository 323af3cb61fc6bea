#if canImport(CoreLocation)
import CoreLocation
import Foundation
import TrendyModel
import TrendyPlaces

extension Coordinate {
    init?(_ coordinate: CLLocationCoordinate2D) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
}

extension Fix {
    /// A location; `nil` when it is none, as a negative accuracy says.
    init?(_ location: CLLocation) {
        guard location.horizontalAccuracy >= 0, let coordinate = Coordinate(location.coordinate)
        else { return nil }
        self.init(
            coordinate: coordinate,
            accuracy: location.horizontalAccuracy,
            instant: Instant(location.timestamp)
        )
    }
}

extension RegionSide {
    init?(_ state: CLRegionState) {
        switch state {
        case .inside: self = .inside
        case .outside: self = .outside
        case .unknown: return nil
        @unknown default: return nil
        }
    }
}

extension RegionFailure {
    init(_ error: any Error) {
        switch (error as? CLError)?.code {
        case .regionMonitoringFailure: self = .refused
        case .regionMonitoringDenied, .denied: self = .denied
        case .regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed: self = .delayed
        default: self = .other((error as NSError).code)
        }
    }
}

extension LocationConditions.Authorization {
    init(_ status: CLAuthorizationStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .authorizedWhenInUse: self = .whenInUse
        case .authorizedAlways: self = .always
        @unknown default: self = .denied
        }
    }
}
#endif
