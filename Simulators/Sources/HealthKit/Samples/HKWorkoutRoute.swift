package import CoreLocation
package import Foundation

/// A sample that holds a series.
open class HKSeriesSample: HKSample, @unchecked Sendable {
    /// How many values the series has.
    open var count: Int { 0 }
}

/// Where a workout went; it arrives on its own, later than the workout, and maybe in pieces.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
    package let locations: [CLLocation]

    package init(_ record: HKObjectRecord, locations: [CLLocation], start: Date, end: Date) {
        self.locations = locations
        super.init(record, type: HKSeriesType.workoutRoute(), start: start, end: end)
    }

    /// How many locations it has.
    override public var count: Int { locations.count }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKWorkoutRoute(record, locations: locations, start: startDate, end: endDate)
    }
}
