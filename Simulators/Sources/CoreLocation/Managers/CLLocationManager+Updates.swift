import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

extension CLLocationManager {
    /// Whether the device can tell of significant changes.
    public class func significantLocationChangeMonitoringAvailable() -> Bool {
        LocationSystem.of(currentPhone("significantLocationChangeMonitoringAvailable()"))
            .state.withLock(\.isSignificantAvailable)
    }

    /// The last fix, however old; blocks while the system answers.
    public var location: CLLocation? {
        system.blocking { $0.visibleFix($1) } ?? nil
    }

    /// Asks for one fix: it comes, or an error does.
    public func requestLocation() {
        system.requestFix(number, generation)
    }

    /// Begins to hand out fixes.
    public func startUpdatingLocation() {
        let number = number
        system.request(generation) { $0.startUpdates(number, $1) }
    }

    /// Stops handing out fixes.
    public func stopUpdatingLocation() {
        let number = number
        system.request(generation) { state, _ in state.stopUpdates(number) }
    }

    /// Begins to tell of moves of half a kilometer and more; also launches the app for them.
    public func startMonitoringSignificantLocationChanges() {
        let number = number
        system.request(generation) { $0.startSignificant(number, $1) }
    }

    /// Stops telling of them.
    public func stopMonitoringSignificantLocationChanges() {
        let number = number
        system.request(generation) { state, _ in state.stopSignificant(number) }
    }

    /// Begins to tell of visits; also launches the app for them.
    public func startMonitoringVisits() {
        let number = number
        system.request(generation) { $0.startVisits(number, $1) }
    }

    /// Stops telling of them.
    public func stopMonitoringVisits() {
        let number = number
        system.request(generation) { state, _ in state.stopVisits(number) }
    }
}
