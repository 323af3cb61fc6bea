public import Foundation

/// An event during a workout.
public final class HKWorkoutEvent: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and metadata holds property-list values.

    /// The type of event.
    public let type: HKWorkoutEventType
    /// The time range; most events have no duration.
    public let dateInterval: DateInterval
    /// The metadata.
    public let metadata: [String: Any]?

    /// An event.
    public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        self.type = type
        self.dateInterval = dateInterval
        self.metadata = metadata
        super.init()
    }
}

/// The configuration of a workout.
public final class HKWorkoutConfiguration: NSObject {
    // Unchecked: all state is `let`; Apple's is mutable until a workout starts with it.

    /// The activity.
    public let activityType: HKWorkoutActivityType
    /// The location type.
    public let locationType: HKWorkoutSessionLocationType

    package init(activity: HKWorkoutActivityType, location: HKWorkoutSessionLocationType) {
        activityType = activity
        locationType = location
        super.init()
    }
}

/// A part of a workout.
public final class HKWorkoutActivity: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and metadata holds property-list values.

    /// Assigned at creation.
    public let uuid: UUID
    /// The configuration.
    public let workoutConfiguration: HKWorkoutConfiguration
    /// The start.
    public let startDate: Date
    /// The end.
    public let endDate: Date?
    /// The metadata.
    public let metadata: [String: Any]?

    package init(
        uuid: UUID,
        configuration: HKWorkoutConfiguration,
        start: Date,
        end: Date?,
        metadata: [String: Any]?
    ) {
        self.uuid = uuid
        workoutConfiguration = configuration
        startDate = start
        endDate = end
        self.metadata = metadata
        super.init()
    }

    /// The duration in seconds.
    public var duration: TimeInterval {
        endDate.map { $0.timeIntervalSince(startDate) } ?? 0
    }
}
