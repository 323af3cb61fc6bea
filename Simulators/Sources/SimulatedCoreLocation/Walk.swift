public import CoreLocation
public import Foundation
import SimulatedPhone

/// Where a person is over time: still before the first fix, straight and evenly on from one to the
/// next, still after the last.
public struct Walk: Sendable {
    let track: Track

    /// A walk by its fixes, in the order of time.
    ///
    /// To stay somewhere, name the place twice: when they come and when they leave.
    public init(_ fixes: [(date: Date, coordinate: CLLocationCoordinate2D)]) {
        track = Track(fixes)
    }

    /// A walk along recorded locations, in the order of time.
    public init(_ locations: [CLLocation]) {
        track = Track(locations.lazy.map { ($0.timestamp, $0.coordinate) })
    }

    /// Always at one place.
    public init(staying coordinate: CLLocationCoordinate2D) {
        self.init([(.distantPast, coordinate)])
    }

    /// A walk that a function tells: it is asked at each step, once and at once; `nil` means that
    /// nothing new is known.
    public init(
        from start: Date,
        to end: Date,
        every step: Duration = .seconds(30),
        _ position: (Date) -> CLLocationCoordinate2D?
    ) {
        precondition(step > .zero, "A walk goes on in steps that take time.")
        var fixes: [(date: Date, coordinate: CLLocationCoordinate2D)] = []
        var date = start
        while true {
            if let coordinate = position(date) { fixes.append((date, coordinate)) }
            guard date < end else { break }
            date = min(end, date.addingTimeInterval(step.seconds))
        }
        track = Track(fixes)
    }

    /// A walk from place to place at a speed, with a stay at each.
    public init(
        from start: Date,
        along stops: [(coordinate: CLLocationCoordinate2D, stay: Duration)],
        metersPerSecond speed: Double
    ) {
        precondition(speed > 0, "A walk from place to place needs a speed.")
        var fixes: [(date: Date, coordinate: CLLocationCoordinate2D)] = []
        var date = start
        for stop in stops {
            if let last = fixes.last {
                date.addTimeInterval(last.coordinate.meters(to: stop.coordinate) / speed)
            }
            fixes.append((date, stop.coordinate))
            date.addTimeInterval(stop.stay.seconds)
            fixes.append((date, stop.coordinate))
        }
        track = Track(fixes)
    }

    init(track: Track) {
        self.track = track
    }

    /// Where the person is; `nil` when the walk has no fix.
    public func coordinate(at date: Date) -> CLLocationCoordinate2D? {
        track.coordinate(at: date)
    }

    /// When the walk ends; `nil` when it has no fix.
    public var end: Date? { track.end }

    /// The true crossings of a circle's edge within a span, without any delay or filter.
    public func crossings(
        of center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        from start: Date,
        to end: Date
    ) -> [TrueCrossing] {
        let circle = Circle(center: center, radius: radius)
        guard var side = track.side(of: circle, at: start) else { return [] }
        var found: [TrueCrossing] = []
        var from = start
        while true {
            let other: Side = side == .inside ? .outside : .inside
            guard let date = track.first(other, of: circle, from: from), date <= end else {
                return found
            }
            found.append(TrueCrossing(date: date, isEntry: other == .inside))
            side = other
            from = date.addingTimeInterval(0.001)
        }
    }
}

/// What truly happened at a circle's edge.
public struct TrueCrossing: Sendable, Hashable {
    /// When.
    public var date: Date
    /// Whether the person came in.
    public var isEntry: Bool
}

extension CLLocationCoordinate2D {
    /// Meters to another place.
    func meters(to other: CLLocationCoordinate2D) -> Double {
        CLLocation(latitude: latitude, longitude: longitude)
            .distance(from: CLLocation(latitude: other.latitude, longitude: other.longitude))
    }

    /// The place at an offset in meters.
    public func offset(east: Double, north: Double) -> CLLocationCoordinate2D {
        let perDegree = 6_371_008.8 * Double.pi / 180
        return CLLocationCoordinate2D(
            latitude: latitude + north / perDegree,
            longitude: longitude + east / (perDegree * cos(latitude * .pi / 180))
        )
    }
}
