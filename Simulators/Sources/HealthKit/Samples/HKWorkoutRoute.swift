package import CoreLocation
package import Foundation

/// A sample with a series.
open class HKSeriesSample: HKSample, @unchecked Sendable {
    /// The number of values in the series.
    open var count: Int { 0 }
}

/// The route of a workout.
///
/// It arrives separately from the workout, later, and possibly in several parts.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    package let locations: [CLLocation]

    package init(_ record: HKObjectRecord, locations: [CLLocation], start: Date, end: Date) {
        self.locations = locations
        super.init(record, type: HKSeriesType.workoutRoute(), start: start, end: end)
    }

    /// The number of locations.
    override public var count: Int { locations.count }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKWorkoutRoute(record, locations: locations, start: startDate, end: endDate)
    }
}
