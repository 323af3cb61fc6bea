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
    /// Converts a location; `nil` when it is invalid, which a negative accuracy indicates.
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

extension RegionSide {
    init?(_ state: CLMonitor.Event.State) {
        switch state {
        case .satisfied: self = .inside
        case .unsatisfied: self = .outside
        case .unknown, .unmonitored: return nil
        @unknown default: return nil
        }
    }
}

extension RegionFailure {
    /// The reason why a condition is not monitored.
    init(_ event: CLMonitor.Event) {
        if event.conditionLimitExceeded || event.conditionUnsupported {
            self = .refused
        } else if event.persistenceUnavailable || event.authorizationRequestInProgress {
            self = .delayed
        } else {
            self = .denied
        }
    }
}

extension MonitoredRegion {
    /// Converts a region; a beacon region, which counts toward the limit as well, gets radius 0.
    init(_ region: CLRegion) {
        let circle = region as? CLCircularRegion
        self.init(
            identifier: region.identifier,
            center: circle.flatMap { Coordinate($0.center) } ?? .null,
            radius: circle?.radius ?? 0
        )
    }
}

extension LocationConditions {
    init(_ manager: CLLocationManager, _ device: CLLocationManagerRegionMonitor.DeviceConditions) {
        let largest = manager.maximumRegionMonitoringDistance
        self.init(
            authorization: .init(manager.authorizationStatus),
            isPrecise: manager.accuracyAuthorization == .fullAccuracy,
            // The status is also `denied` when location services are off.
            // `locationServicesEnabled()` blocks, so call it only then, and never on the main
            // thread.
            areServicesEnabled: manager.authorizationStatus != .denied
                || CLLocationManager.locationServicesEnabled(),
            isMonitoringAvailable: largest >= 0,
            maximumRadius: max(0, largest),
            isBackgroundRefreshOn: device.isBackgroundRefreshOn,
            isLowPowerModeOn: device.isLowPowerModeOn
        )
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
