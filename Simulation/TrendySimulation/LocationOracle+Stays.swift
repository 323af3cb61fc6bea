import CoreLocation
import Foundation
import SimulatedCoreLocation
import TrendyModel
import TrendyPlaces

// Stays of the person along their true track.
extension LocationOracle {
    /// The person's stay inside of a circle at a moment; `nil` when they were outside.
    func stay(in circle: MonitoredRegion, at date: Date) -> ClosedRange<Date>? {
        let center = CLLocationCoordinate2D(circle.center)
        guard walk.isInside(center, radius: circle.radius, at: date) else { return nil }
        let day = 86_400.0
        let before = walk.crossings(
            of: center,
            radius: circle.radius,
            from: date.addingTimeInterval(-30 * day),
            to: date
        ).last { $0.isEntry }?.date
        let after = walk.crossings(
            of: center,
            radius: circle.radius,
            from: date,
            to: date.addingTimeInterval(60 * day)
        ).first { !$0.isEntry }?.date
        return (before ?? .distantPast)...(after ?? .distantFuture)
    }

    /// The person's last stay inside of a circle that ended before a moment; `nil` when they were
    /// not inside during the given time before it, in seconds.
    func stay(
        in circle: MonitoredRegion,
        endedBefore date: Date,
        within time: TimeInterval
    ) -> ClosedRange<Date>? {
        let center = CLLocationCoordinate2D(circle.center)
        let exit = walk.crossings(
            of: center,
            radius: circle.radius,
            from: date.addingTimeInterval(-time),
            to: date
        ).last { !$0.isEntry }?.date
        return exit.flatMap { stay(in: circle, at: $0.addingTimeInterval(-1)) }
    }

    /// Whether the person was within a distance of a place, in metres, at any moment of a range, at
    /// any speed.
    func wasWithin(_ meters: Double, of place: Coordinate, _ span: ClosedRange<Date>) -> Bool {
        let center = CLLocationCoordinate2D(place)
        return walk.isInside(center, radius: meters, at: span.lowerBound)
            || walk.crossings(
                of: center,
                radius: meters,
                from: span.lowerBound,
                to: span.upperBound
            ).contains(where: \.isEntry)
    }
}
