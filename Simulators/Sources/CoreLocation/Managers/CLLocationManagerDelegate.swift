public import Foundation

/// Receives the events of a location manager.
///
/// All methods are optional.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// Reports the authorization: after the manager was created and after each change.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// Delivers new fixes, oldest first.
    func locationManager(
        _ manager: CLLocationManager,
        didUpdateLocations locations: [CLLocation]
    )
    /// Reports that a fix is unavailable or not permitted.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// Reports that a region is now monitored.
    func locationManager(
        _ manager: CLLocationManager,
        didStartMonitoringFor region: CLRegion
    )
    /// Reports that the device entered a region.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
    /// Reports that the device left a region.
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
    /// Delivers the state of a region.
    func locationManager(
        _ manager: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    )
    /// Reports that a region, which may be unknown, cannot be monitored.
    func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    )
    /// Reports that a visit began or ended.
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
    /// Reports that fixes are paused.
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    /// Reports that fixes are resumed.
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
}

// Apple's methods are optional; the empty defaults make these optional too.
extension CLLocationManagerDelegate {
    /// Does nothing.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}

    /// Does nothing.
    public func locationManager(
        _ manager: CLLocationManager,
        didUpdateLocations locations: [CLLocation]
    ) {}

    /// Does nothing.
    public func locationManager(
        _ manager: CLLocationManager,
        didFailWithError error: any Error
    ) {}

    /// Does nothing.
    public func locationManager(
        _ manager: CLLocationManager,
        didStartMonitoringFor region: CLRegion
    ) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}

    /// Does nothing.
    public func locationManager(
        _ manager: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    ) {}

    /// Does nothing.
    public func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    ) {}

    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}

    /// Does nothing.
    public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}

    /// Does nothing.
    public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
}
