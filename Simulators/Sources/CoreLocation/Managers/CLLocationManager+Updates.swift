import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

extension CLLocationManager {
    /// Whether the device supports significant-change monitoring.
    public class func significantLocationChangeMonitoringAvailable() -> Bool {
        LocationSystem.of(currentPhone("significantLocationChangeMonitoringAvailable()"))
            .state.withLock(\.isSignificantAvailable)
    }

    /// The last fix, of any age.
    ///
    /// Blocks while the system answers.
    public var location: CLLocation? {
        system.blocking { $0.visibleFix($1) } ?? nil
    }

    /// Requests one fix; the delegate receives it or an error.
    public func requestLocation() {
        system.requestFix(number, generation)
    }

    /// Starts to deliver fixes.
    public func startUpdatingLocation() {
        let number = number
        system.request(generation) { $0.startUpdates(number, $1) }
    }

    /// Stops delivering fixes.
    public func stopUpdatingLocation() {
        let number = number
        system.request(generation) { state, _ in state.stopUpdates(number) }
    }

    /// Starts to report moves of half a kilometre or more; the system launches the app for them.
    public func startMonitoringSignificantLocationChanges() {
        let number = number
        system.request(generation) { $0.startSignificant(number, $1) }
    }

    /// Stops reporting significant changes.
    public func stopMonitoringSignificantLocationChanges() {
        let number = number
        system.request(generation) { state, _ in state.stopSignificant(number) }
    }

    /// Starts to report visits; the system launches the app for them.
    public func startMonitoringVisits() {
        let number = number
        system.request(generation) { $0.startVisits(number, $1) }
    }

    /// Stops reporting visits.
    public func stopMonitoringVisits() {
        let number = number
        system.request(generation) { state, _ in state.stopVisits(number) }
    }
}
