import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

extension CLLocationManager {
    /// Whether location services are enabled on the device.
    ///
    /// Blocks; do not call it on the main thread.
    public class func locationServicesEnabled() -> Bool {
        let system = LocationSystem.of(currentPhone("locationServicesEnabled()"))
        return system.blocking { state, _ in state.permission.areServicesEnabled } ?? false
    }

    /// The app's location authorization.
    public var authorizationStatus: CLAuthorizationStatus {
        system.state.withLock { $0.permission.status }
    }

    /// The accuracy that the app is authorized for.
    public var accuracyAuthorization: CLAccuracyAuthorization {
        system.state.withLock { $0.permission.accuracy }
    }

    /// Requests when-in-use authorization, once.
    ///
    /// Has no effect unless the app is in the foreground.
    public func requestWhenInUseAuthorization() {
        system.request(generation) { $0.requestWhenInUse($1) }
    }

    /// Requests always authorization, once.
    ///
    /// Has no effect unless the app is in the foreground.
    public func requestAlwaysAuthorization() {
        system.request(generation) { $0.requestAlways($1) }
    }

    /// Requests full accuracy for as long as the app is in use.
    public func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String,
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        system.requestFullAccuracy(purposeKey, generation, CompletionBox(call: completion))
    }
}
