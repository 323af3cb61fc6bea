public import Foundation

/// The end of a sample that must be inside of a time window.
public struct HKQueryOptions: OptionSet, Sendable {
    /// Apple's raw value.
    public let rawValue: UInt

    /// Options from Apple's raw value.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The sample starts inside.
    public static let strictStartDate = HKQueryOptions(rawValue: 1)
    /// The sample ends inside.
    public static let strictEndDate = HKQueryOptions(rawValue: 2)
}

extension HKQuery {
    /// A predicate for samples that overlap a window: they end at its start or later, and start
    /// before its end.
    public class func predicateForSamples(
        withStart startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        SamplePredicate(.window(start: startDate, end: endDate, options: options))
    }

    /// A predicate for the samples and routes of a workout.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        SamplePredicate(.workout(workout.uuid))
    }

    /// A predicate for objects that one of the sources saved.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        SamplePredicate(.sources(Set(sources.map(\.bundleIdentifier))))
    }

    /// A predicate for objects with identifiers.
    public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
        SamplePredicate(.uuids(uuids))
    }

    /// A predicate for an object with an identifier.
    public class func predicateForObject(with uuid: UUID) -> NSPredicate {
        SamplePredicate(.uuids([uuid]))
    }

    /// A predicate for objects with a metadata key.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        SamplePredicate(.metadata(key: key))
    }

    /// A predicate for workouts of an activity.
    public class func predicateForWorkouts(
        with workoutActivityType: HKWorkoutActivityType
    ) -> NSPredicate {
        SamplePredicate(.activity(workoutActivityType))
    }
}
