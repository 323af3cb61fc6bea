import Foundation

/// The value of a region; converted to an object when it is delivered.
package struct RegionValue: Sendable {
    package var identifier: String
    package var circle: Circle
    package var notifyOnEntry = true
    package var notifyOnExit = true

    package init(identifier: String, circle: Circle) {
        self.identifier = identifier
        self.circle = circle
    }

    func makeRegion() -> CLRegion {
        let region = CLCircularRegion(
            center: circle.center,
            radius: circle.radius,
            identifier: identifier
        )
        region.notifyOnEntry = notifyOnEntry
        region.notifyOnExit = notifyOnExit
        return region
    }
}

/// An event that wakes the app.
enum LocationEvent: Sendable {
    case crossing(RegionValue, isEntry: Bool)
    case significant(CLLocation)
    case visit(Stay)
    case condition(monitor: String, CLMonitor.Event)

    /// The delegate callbacks of the event, in order.
    var callbacks: [Callback] {
        switch self {
        case .crossing(let region, true): [.entered(region), .state(region, .inside)]
        case .crossing(let region, false): [.exited(region), .state(region, .outside)]
        case .significant(let fix): [.locations([fix])]
        case .visit(let stay): [.visit(stay)]
        case .condition: []
        }
    }
}

/// An event that has not been delivered yet, with a unique number.
struct PendingEvent: Sendable {
    let number: Int
    let event: LocationEvent
}

/// A delegate callback.
enum Callback: Sendable {
    case authorization
    case started(RegionValue)
    case entered(RegionValue)
    case exited(RegionValue)
    case state(RegionValue, CLRegionState)
    case failed(RegionValue?, CLError.Code)
    case locations([CLLocation])
    case error(CLError.Code)
    case visit(Stay)
    case paused
    case resumed

    func call(_ delegate: any CLLocationManagerDelegate, of manager: CLLocationManager) {
        switch self {
        case .authorization: delegate.locationManagerDidChangeAuthorization(manager)
        case .started(let region):
            delegate.locationManager(manager, didStartMonitoringFor: region.makeRegion())
        case .entered(let region):
            delegate.locationManager(manager, didEnterRegion: region.makeRegion())
        case .exited(let region):
            delegate.locationManager(manager, didExitRegion: region.makeRegion())
        case .state(let region, let state):
            delegate.locationManager(
                manager,
                didDetermineState: state,
                for: region.makeRegion()
            )
        case .failed(let region, let code):
            delegate.locationManager(
                manager,
                monitoringDidFailFor: region?.makeRegion(),
                withError: CLError(code)
            )
        case .locations(let fixes):
            delegate.locationManager(manager, didUpdateLocations: fixes)
        case .error(let code):
            delegate.locationManager(manager, didFailWithError: CLError(code))
        case .visit(let stay): delegate.locationManager(manager, didVisit: CLVisit(stay))
        case .paused: delegate.locationManagerDidPauseLocationUpdates(manager)
        case .resumed: delegate.locationManagerDidResumeLocationUpdates(manager)
        }
    }
}

/// An action to perform after the lock is released.
enum LocationAction: Sendable {
    /// Call one manager's delegate, or all delegates of the process.
    case call(Int?, Callback)
    /// Deliver an event to the monitor with a name, if the process has one.
    case callMonitor(String, CLMonitor.Event)
    /// Report the authorization to a new manager, and then the pending events.
    case reportAuthorization(Int)
    /// Offer the pending events to the process.
    case flush
    case launch
    case resume
    /// Drop an event if it is not accepted in time.
    case expire(Int)
    /// Let the person answer the open prompt.
    case askPerson
    /// The process may no longer be needed.
    case release
}
