#if canImport(CoreLocation)
public import CoreLocation
import Foundation
public import TrendyModel
public import TrendyPlaces

/// Regions by `CLLocationManager`: the back end that works on every system that Trendy runs on.
///
/// Make it at launch, on the main thread, before anything else: what the system has to tell is
/// told to a delegate that exists, whatever the launch was for. It is kept until somebody listens.
public final class CLLocationManagerRegionMonitor: RegionMonitor, @unchecked Sendable {
    // Unchecked: manager and delegate are set up once, the manager may be asked from any thread,
    // and what the delegate changes is in a mutex.

    private let manager: CLLocationManager
    private let delegate: Delegate
    private let device: @Sendable () -> DeviceConditions

    /// What of the device's conditions CoreLocation does not tell.
    public struct DeviceConditions: Sendable {
        /// Whether the app may be started in the background.
        public var isBackgroundRefreshOn: Bool
        /// Whether the device saves power.
        public var isLowPowerModeOn: Bool

        /// Bundles conditions.
        public init(isBackgroundRefreshOn: Bool = true, isLowPowerModeOn: Bool = false) {
            self.isBackgroundRefreshOn = isBackgroundRefreshOn
            self.isLowPowerModeOn = isLowPowerModeOn
        }
    }

    /// A monitor of the app's regions.
    ///
    /// - Parameters:
    ///   - manager: a manager that nobody else uses.
    ///   - now: the wall clock, for what the system gives no time.
    ///   - device: the device's conditions, when it is asked.
    public init(
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

    /// What the system tells, from the making of the monitor on; for one listener.
    public func signals() -> AsyncStream<RegionSignal> { delegate.buffer.stream() }

    /// Takes what the system has told so far, for those who do not listen.
    public func takeSignals() -> [RegionSignal] { delegate.buffer.take() }

    /// All regions that the system watches for this app, those of others too.
    public func monitoredRegions() -> [MonitoredRegion] {
        manager.monitoredRegions.map { MonitoredRegion($0) }
    }

    /// What the app may and can do now.
    public func conditions() -> LocationConditions { LocationConditions(manager, device()) }

    /// Watches a region; one of the same identifier is replaced.
    public func monitor(_ region: MonitoredRegion) {
        manager.startMonitoring(for: Self.circle(region))
    }

    /// Watches a region no more, also one that the system was asked for and does not show yet.
    public func stopMonitoring(_ identifier: String) {
        // Regions are told apart by their identifiers alone.
        manager.stopMonitoring(
            for: CLCircularRegion(center: .init(), radius: 0, identifier: identifier)
        )
    }

    /// Asks on which side of a region the person is.
    public func requestState(of identifier: String) {
        for region in manager.monitoredRegions where region.identifier == identifier {
            manager.requestState(for: region)
        }
    }

    /// Where the device last was as far as the system knows.
    public func lastFix() -> Fix? { manager.location.flatMap { Fix($0) } }

    /// Asks where the device is, once.
    public func requestFix() { manager.requestLocation() }

    /// Asks the person to allow more.
    public func request(_ step: LocationAuthorization.Request) {
        switch step {
        case .whenInUse: manager.requestWhenInUseAuthorization()
        case .always: manager.requestAlwaysAuthorization()
        }
    }

    /// Both ends of every visit count, whatever the person wants to be told of.
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

        private func tell(
            _ kind: RegionSignal.Kind,
            _ manager: CLLocationManager,
            _ location: CLLocation? = nil
        ) {
            let fix = (location ?? manager.location).flatMap { Fix($0) }
            buffer.add(RegionSignal(kind, at: now(), fix: fix))
        }

        func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            tell(.crossing(region.identifier, .inside), manager)
        }

        func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
            tell(.crossing(region.identifier, .outside), manager)
        }

        func locationManager(
            _ manager: CLLocationManager,
            didDetermineState state: CLRegionState,
            for region: CLRegion
        ) {
            tell(.state(region.identifier, RegionSide(state)), manager)
        }

        func locationManager(
            _ manager: CLLocationManager,
            monitoringDidFailFor region: CLRegion?,
            withError error: any Error
        ) {
            tell(.failure(region?.identifier, RegionFailure(error)), manager)
        }

        func locationManager(
            _ manager: CLLocationManager,
            didUpdateLocations locations: [CLLocation]
        ) {
            tell(.fix, manager, locations.last)
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            tell(.noFix, manager)
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            tell(.authorization, manager)
        }
    }
}
#endif
