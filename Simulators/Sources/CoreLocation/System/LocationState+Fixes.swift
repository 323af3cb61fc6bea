import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

extension LocationState {
    /// The current fix at the app's authorized accuracy; `nil` without a signal.
    func makeFix(_ now: Date) -> CLLocation? {
        guard hasSignal, let coordinate = track.coordinate(at: now) else { return nil }
        guard permission.accuracy == .fullAccuracy else { return makeReducedFix(now) }
        let noise = (offset(upTo: behavior.positionNoise), offset(upTo: behavior.positionNoise))
        let (speed, course) = track.motion(at: now)
        return CLLocation(
            coordinate: Plane(coordinate).coordinate(east: noise.0, north: noise.1),
            altitude: 0,
            horizontalAccuracy: behavior.horizontalAccuracy,
            verticalAccuracy: -1,
            course: course,
            courseAccuracy: course < 0 ? -1 : 5,
            speed: speed,
            speedAccuracy: 1,
            timestamp: now
        )
    }

    /// A fix at the centre of the grid square that contained the person some time ago.
    func makeReducedFix(_ now: Date) -> CLLocation? {
        let interval = behavior.reducedInterval.seconds
        let time = now.timeIntervalSinceReferenceDate
        let then = interval > 0 ? (time / interval).rounded(.down) * interval : time
        let date = Date(timeIntervalSinceReferenceDate: then)
        guard let place = track.coordinate(at: date) else { return nil }
        // A square whose corners are as far from the centre as the accuracy states.
        let rows = behavior.reducedAccuracy / 111_195 * 2.0.squareRoot()
        let latitude = ((place.latitude / rows).rounded() * rows)
        let columns = rows / max(0.01, cos(latitude * .pi / 180))
        return CLLocation(
            coordinate: CLLocationCoordinate2D(
                latitude: min(90, max(-90, latitude)),
                longitude: (place.longitude / columns).rounded() * columns
            ),
            altitude: 0,
            horizontalAccuracy: behavior.reducedAccuracy,
            verticalAccuracy: -1,
            timestamp: date
        )
    }

    /// The last fix at the app's authorized accuracy.
    func visibleFix(_ device: DeviceConditions) -> CLLocation? {
        guard permission.isGranted(inUse: true), let lastFix else { return nil }
        return permission.accuracy == .fullAccuracy ? lastFix : makeReducedFix(lastFix.timestamp)
    }
}
