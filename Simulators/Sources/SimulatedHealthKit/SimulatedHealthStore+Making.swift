public import CoreLocation
public import Foundation
public import HealthKit
import SimulatedPhone

// Creation of samples of any source; creating a sample does not save it.
extension SimulatedHealthStore {
    /// Creates a quantity sample.
    ///
    /// - `end`: the same as the start when `nil`.
    /// - `uuid`: drawn from the phone's random source when `nil`.
    public func quantity(
        _ identifier: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        from start: Date,
        to end: Date? = nil,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKQuantitySample {
        quantity(
            HKQuantityType(identifier),
            HKQuantity(unit: unit, doubleValue: value),
            from: start,
            to: end,
            source: source,
            metadata: metadata,
            uuid: uuid
        )
    }

    /// Creates a quantity sample from a type and a quantity that many samples can share.
    public func quantity(
        _ type: HKQuantityType,
        _ quantity: HKQuantity,
        from start: Date,
        to end: Date? = nil,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKQuantitySample {
        HKQuantitySample.make(
            record(source, metadata, uuid),
            type: type,
            quantity: quantity,
            start: start,
            end: end ?? start
        )
    }

    /// Creates a category sample.
    public func category(
        _ identifier: HKCategoryTypeIdentifier,
        _ value: Int = HKCategoryValue.notApplicable.rawValue,
        from start: Date,
        to end: Date,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKCategorySample {
        HKCategorySample(
            record(source, metadata, uuid),
            type: HKCategoryType(identifier),
            value: value,
            start: start,
            end: end
        )
    }

    /// Creates a workout.
    ///
    /// - `sums`: the totals measured during it.
    public func workout(
        _ activity: HKWorkoutActivityType,
        from start: Date,
        to end: Date,
        events: [HKWorkoutEvent] = [],
        sums: [HKQuantityTypeIdentifier: HKQuantity] = [:],
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKWorkout {
        let record = record(source, metadata, uuid)
        let isIndoor = metadata?[HKMetadataKeyIndoorWorkout] as? Bool
        let location: HKWorkoutSessionLocationType =
            isIndoor.map { $0 ? .indoor : .outdoor } ?? .unknown
        let part = HKWorkoutActivity(
            uuid: phone.randomness.uuid(),
            configuration: HKWorkoutConfiguration(activity: activity, location: location),
            start: start,
            end: end,
            metadata: nil
        )
        var statistics: [HKQuantityType: HKStatistics] = [:]
        for (identifier, sum) in sums {
            let type = HKQuantityType(identifier)
            statistics[type] = HKStatistics(of: type, sum: sum, start: start, end: end)
        }
        return HKWorkout(
            record,
            activity: activity,
            start: start,
            end: end,
            events: events,
            activities: [part],
            statistics: statistics
        )
    }

    /// Creates the route of a workout: add it to the workout, later than the workout itself.
    public func route(
        _ locations: [CLLocation],
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKWorkoutRoute {
        guard let first = locations.first, let last = locations.last else {
            preconditionFailure("A route must have at least one location.")
        }
        return HKWorkoutRoute(
            record(source, metadata, uuid),
            locations: locations,
            start: first.timestamp,
            end: last.timestamp
        )
    }

    func record(
        _ source: SimulatedSource,
        _ metadata: [String: Any]?,
        _ uuid: UUID?
    ) -> HKObjectRecord {
        HKObjectRecord(
            uuid: uuid ?? phone.randomness.uuid(),
            device: source.device,
            metadata: metadata,
            savedBy: source.revision
        )
    }
}
