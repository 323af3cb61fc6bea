public import Foundation

/// Who is told of what a location manager learns; each method may be left out.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// The authorization is as it is now: after the manager was made, after each change.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// There are new fixes, the oldest first.
    func locationManager(
        _ manager: CLLocationManager,
        didUpdateLocations locations: [CLLocation]
    )
    /// There is no fix, or may not be one.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// A region is monitored now.
    func locationManager(
        _ manager: CLLocationManager,
        didStartMonitoringFor region: CLRegion
    )
    /// The device came in.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
    /// The device went out.
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
    /// Where the device is, seen from a region.
    func locationManager(
        _ manager: CLLocationManager,
        didDetermineState state: CLRegionState,
        for region: CLRegion
    )
    /// A region, or which is not known, cannot be monitored.
    func locationManager(
        _ manager: CLLocationManager,
        monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    )
    /// A visit began or ended.
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
    /// No fixes come for a while.
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    /// Fixes come again.
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
}

// Apple's methods are optional; so are these.
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
