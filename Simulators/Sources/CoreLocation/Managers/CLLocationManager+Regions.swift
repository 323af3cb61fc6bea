import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

extension CLLocationManager {
    /// Whether a class of regions can be monitored on the device.
    public class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        let system = LocationSystem.of(currentPhone("isMonitoringAvailable(for:)"))
        return regionClass is CLCircularRegion.Type
            && system.state.withLock(\.isMonitoringAvailable)
    }

    /// The monitored regions of the whole app, by any manager.
    ///
    /// Blocks while the system answers.
    public var monitoredRegions: Set<CLRegion> {
        let values = system.blocking { $0.visibleRegions($1) } ?? []
        return Set(values.map { $0.makeRegion() })
    }

    /// The largest radius that can be monitored; -1 when region monitoring is unavailable.
    public var maximumRegionMonitoringDistance: CLLocationDistance {
        system.state.withLock { $0.isMonitoringAvailable ? $0.maximumDistance : -1 }
    }

    /// Starts to monitor a region.
    ///
    /// It replaces a region with the same identifier.
    @available(iOS, introduced: 5.0, deprecated: 27.0)
    public func startMonitoring(for region: CLRegion) {
        let (value, isCircular, number) = (region.value, region is CLCircularRegion, number)
        let isBlind = system.isBlind(generation)
        system.request(generation) {
            $0.register(value, isCircular: isCircular, isBlind: isBlind, manager: number, $1)
        }
    }

    /// Stops monitoring a region.
    @available(iOS, introduced: 5.0, deprecated: 27.0)
    public func stopMonitoring(for region: CLRegion) {
        let identifier = region.identifier
        system.request(generation) { $0.unregister(identifier, $1) }
    }

    /// Requests the system's believed state of a region.
    @available(iOS, introduced: 5.0, deprecated: 27.0)
    public func requestState(for region: CLRegion) {
        let (value, number) = (region.value, number)
        system.request(generation) { $0.reportState(of: value, to: number, $1) }
    }
}

extension CLRegion {
    var value: RegionValue {
        let circular = self as? CLCircularRegion
        var value = RegionValue(
            identifier: identifier,
            circle: Circle(center: circular?.center ?? .init(), radius: circular?.radius ?? 0)
        )
        value.notifyOnEntry = notifyOnEntry
        value.notifyOnExit = notifyOnExit
        return value
    }
}
