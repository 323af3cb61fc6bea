import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

extension CLLocationManager {
    /// Whether the device has location services switched on; slow, and not for the main thread.
    public class func locationServicesEnabled() -> Bool {
        let system = LocationSystem.of(currentPhone("locationServicesEnabled()"))
        return system.blocking { state, _ in state.permission.areServicesEnabled } ?? false
    }

    /// Whether, and when, the app may know the location.
    public var authorizationStatus: CLAuthorizationStatus {
        system.state.withLock { $0.permission.status }
    }

    /// How exactly it may.
    public var accuracyAuthorization: CLAccuracyAuthorization {
        system.state.withLock { $0.permission.accuracy }
    }

    /// Asks the person, once; nothing happens unless the app is on the screen.
    public func requestWhenInUseAuthorization() {
        system.request(generation) { $0.requestWhenInUse($1) }
    }

    /// Asks the person for more, once; nothing happens unless the app is on the screen.
    public func requestAlwaysAuthorization() {
        system.request(generation) { $0.requestAlways($1) }
    }

    /// Asks the person for full accuracy as long as the app is in use.
    public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String,
        completion: (((any Error)?) -> Void)?
    ) {
        system.requestFullAccuracy(purposeKey, generation, CompletionBox(call: completion))
    }

    /// Asks the person for full accuracy as long as the app is in use.
    public func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
        requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
    }
}
