#if canImport(CoreLocation)
package import CoreLocation
import Foundation
package import TrendyModel
package import TrendyPlaces

/// Monitors regions with `CLLocationManager`, which is available on every supported system.
///
/// Create it at launch, on the main thread, before anything else: the system delivers region events
/// only to an existing delegate, whatever caused the launch. Events are buffered until a listener
/// subscribes.
package final class CLLocationManagerRegionMonitor: RegionMonitor, @unchecked Sendable {
    // Unchecked: manager and delegate never change, the manager may be called from any thread, and
    // the delegate's mutable state is in a mutex.

    private let manager: CLLocationManager
    private let delegate: Delegate
    private let device: @Sendable () -> DeviceConditions

    /// Device conditions that CoreLocation does not report.
    package struct DeviceConditions: Sendable {
        /// Whether background refresh is available, so that the system may launch the app.
        package var isBackgroundRefreshOn: Bool
        /// Whether Low Power Mode is on.
        package var isLowPowerModeOn: Bool

        /// Creates conditions.
        package init(isBackgroundRefreshOn: Bool = true, isLowPowerModeOn: Bool = false) {
            self.isBackgroundRefreshOn = isBackgroundRefreshOn
            self.isLowPowerModeOn = isLowPowerModeOn
        }
    }

    /// Creates a monitor of the app's regions.
    ///
    /// - Parameters:
    ///   - manager: a manager for the exclusive use of this monitor.
    ///   - now: the wall clock, for events without a timestamp.
    ///   - device: returns the current device conditions.
    package init(
        _ manager: CLLocationManager,
        now: @escaping @Sendable () -> Instant,
        device: @escaping @Sendable () -> DeviceConditions = { DeviceConditions() }
    ) {
        self.manager = manager
        self.device = device
        delegate = Delegate(now: now)
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.delegate = delegate
    }

    // MARK: RegionMonitor

    /// The events since the monitor was created; supports one listener.
    package func signals() -> AsyncStream<RegionSignal> { delegate.buffer.stream() }

    /// Takes the buffered events, for callers without a listener.
    package func takeSignals() -> [RegionSignal] { delegate.buffer.take() }

    /// All regions that the system monitors for this app, including those of other components.
    package func monitoredRegions() -> [MonitoredRegion] {
        manager.monitoredRegions.map { MonitoredRegion($0) }
    }

    /// The current authorization and capabilities.
    package func conditions() -> LocationConditions { LocationConditions(manager, device()) }

    /// Starts monitoring a region; replaces a region with the same identifier.
    package func monitor(_ region: MonitoredRegion) {
        manager.startMonitoring(for: Self.circle(region))
    }

    /// Stops monitoring a region, including one that the system does not list yet.
    package func stopMonitoring(_ identifier: String) {
        // Regions are compared by their identifiers alone.
        manager.stopMonitoring(
            for: CLCircularRegion(center: .init(), radius: 0, identifier: identifier)
        )
    }

    /// Requests whether the device is inside or outside a region.
    package func requestState(of identifier: String) {
        for region in manager.monitoredRegions where region.identifier == identifier {
            manager.requestState(for: region)
        }
    }

    /// The system's last known location.
    package func lastFix() -> Fix? { manager.location.flatMap { Fix($0) } }

    /// Requests a single location fix.
    package func requestFix() { manager.requestLocation() }

    /// Requests the next level of authorization.
    package func request(_ step: LocationAuthorization.Request) {
        switch step {
        case .whenInUse: manager.requestWhenInUseAuthorization()
        case .always: manager.requestAlwaysAuthorization()
        }
    }

    /// Entry and exit are always observed, because a visit needs both ends.
    private static func circle(_ region: MonitoredRegion) -> CLCircularRegion {
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(
                latitude: region.center.latitude,
                longitude: region.center.longitude
            ),
            radius: region.radius,
            identifier: region.identifier
        )
        circle.notifyOnEntry = true
        circle.notifyOnExit = true
        return circle
    }

    private final class Delegate: NSObject, CLLocationManagerDelegate {
        let buffer = SignalBuffer()
        private let now: @Sendable () -> Instant

        init(now: @escaping @Sendable () -> Instant) {
            self.now = now
        }

        private func report(
            _ kind: RegionSignal.Kind,
            _ manager: CLLocationManager,
            _ location: CLLocation? = nil
        ) {
            let fix = (location ?? manager.location).flatMap { Fix($0) }
            buffer.add(RegionSignal(kind, at: now(), fix: fix))
        }

        func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            report(.crossing(region.identifier, .inside), manager)
        }

        func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
            report(.crossing(region.identifier, .outside), manager)
        }

        func locationManager(
            _ manager: CLLocationManager,
            didDetermineState state: CLRegionState,
            for region: CLRegion
        ) {
            report(.state(region.identifier, RegionSide(state)), manager)
        }

        func locationManager(
            _ manager: CLLocationManager,
            monitoringDidFailFor region: CLRegion?,
            withError error: any Error
        ) {
            report(.failure(region?.identifier, RegionFailure(error)), manager)
        }

        func locationManager(
            _ manager: CLLocationManager,
            didUpdateLocations locations: [CLLocation]
        ) {
            report(.fix, manager, locations.last)
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            report(.noFix, manager)
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            report(.authorization, manager)
        }
    }
}
#endif
