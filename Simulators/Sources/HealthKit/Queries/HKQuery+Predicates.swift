public import Foundation

/// Which end of a sample must be inside of a window.
public struct HKQueryOptions: OptionSet, Sendable {
    /// Apple's number of it.
    public let rawValue: UInt

    /// By Apple's number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The sample begins inside.
    public static let strictStartDate = HKQueryOptions(rawValue: 1)
    /// The sample ends inside.
    public static let strictEndDate = HKQueryOptions(rawValue: 2)
}

extension HKQuery {
    /// Samples that overlap a window: they end at its start or later, and begin before its end.
    public class func predicateForSamples(
        withStart startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        SamplePredicate(.window(start: startDate, end: endDate, options: options))
    }

    /// What belongs to a workout: its samples and its routes.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        SamplePredicate(.workout(workout.uuid))
    }

    /// What one of some sources saved.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        SamplePredicate(.sources(Set(sources.map(\.bundleIdentifier))))
    }

    /// Objects by their identifiers.
    public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
        SamplePredicate(.uuids(uuids))
    }

    /// One object by its identifier.
    public class func predicateForObject(with uuid: UUID) -> NSPredicate {
        SamplePredicate(.uuids([uuid]))
    }

    /// Objects that have something under a key of their metadata.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        SamplePredicate(.metadata(key: key))
    }

    /// Workouts of an activity.
    public class func predicateForWorkouts(
        with workoutActivityType: HKWorkoutActivityType
    ) -> NSPredicate {
        SamplePredicate(.activity(workoutActivityType))
    }
}
