import Foundation

/// What the system knows of a region; it becomes an object when it reaches the app.
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

/// What the app is woken for.
enum LocationEvent: Sendable {
    case crossing(RegionValue, isEntry: Bool)
    case significant(CLLocation)
    case visit(Stay)
    case condition(monitor: String, CLMonitor.Event)

    /// What managers are told, one after the other.
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

/// An event that nobody took yet, under a number of its own.
struct PendingEvent: Sendable {
    let number: Int
    let event: LocationEvent
}

/// One call of a delegate.
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

/// What is to be done once the lock is free.
enum LocationAct: Sendable {
    /// Call one manager's delegate, or all of the process.
    case tell(Int?, Callback)
    /// Hand an event to the monitor of that name, if the process has one.
    case tellMonitor(String, CLMonitor.Event)
    /// Tell a new manager of the authorization, and then of what waits.
    case greet(Int)
    /// Offer what is pending to the process.
    case flush
    case launch
    case resume
    /// Give an event up if nobody takes it in time.
    case expire(Int)
    /// Let the person answer the open prompt.
    case askPerson
    /// The process may no longer be needed.
    case release
}
