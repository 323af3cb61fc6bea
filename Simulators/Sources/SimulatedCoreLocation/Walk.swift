public import CoreLocation
public import Foundation
import SimulatedPhone

/// A person's track over time: stationary before the first fix and after the last, linear in
/// between.
public struct Walk: Sendable {
    let track: Track

    /// A walk from fixes in order of time.
    ///
    /// For a stay, give the coordinate twice: at arrival and at departure.
    public init(_ fixes: [(date: Date, coordinate: CLLocationCoordinate2D)]) {
        track = Track(fixes)
    }

    /// A walk along recorded locations in order of time.
    public init(_ locations: [CLLocation]) {
        track = Track(locations.lazy.map { ($0.timestamp, $0.coordinate) })
    }

    /// A walk that stays at one coordinate.
    public init(staying coordinate: CLLocationCoordinate2D) {
        self.init([(.distantPast, coordinate)])
    }

    /// A walk from a function, which is called once for each step, immediately; `nil` adds no fix.
    public init(
        from start: Date,
        to end: Date,
        every step: Duration = .seconds(30),
        _ position: (Date) -> CLLocationCoordinate2D?
    ) {
        precondition(step > .zero, "The step must be positive.")
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
        precondition(speed > 0, "The speed must be positive.")
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

    /// The coordinate; `nil` when the walk has no fix.
    public func coordinate(at date: Date) -> CLLocationCoordinate2D? {
        track.coordinate(at: date)
    }

    /// Whether the coordinate is inside of a circle; false when the walk has no fix.
    ///
    /// Distances are measured as for ``crossings(of:radius:from:to:)``: on a plane around the
    /// centre, which differs from the distance on the sphere by a metre at some kilometres.
    public func isInside(
        _ center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        at date: Date
    ) -> Bool {
        track.side(of: Circle(center: center, radius: radius), at: date) == .inside
    }

    /// The end of the walk; `nil` when it has no fix.
    public var end: Date? { track.end }

    /// The true crossings of a circle within a range, without delays and filters.
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

/// A true crossing of a circle's boundary.
public struct TrueCrossing: Sendable, Hashable {
    /// The time.
    public var date: Date
    /// Whether it is an entry.
    public var isEntry: Bool
}

extension CLLocationCoordinate2D {
    /// The distance to another coordinate in metres.
    func meters(to other: CLLocationCoordinate2D) -> Double {
        CLLocation(latitude: latitude, longitude: longitude)
            .distance(from: CLLocation(latitude: other.latitude, longitude: other.longitude))
    }

    /// The coordinate at an offset in metres.
    public func offset(east: Double, north: Double) -> CLLocationCoordinate2D {
        let perDegree = 6_371_008.8 * Double.pi / 180
        return CLLocationCoordinate2D(
            latitude: latitude + north / perDegree,
            longitude: longitude + east / (perDegree * cos(latitude * .pi / 180))
        )
    }
}
