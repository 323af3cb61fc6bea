public import Foundation

/// Something that happened during a workout.
public final class HKWorkoutEvent: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and metadata holds property-list values.

    /// What happened.
    public let type: HKWorkoutEventType
    /// When; most have no length.
    public let dateInterval: DateInterval
    /// What else is known.
    public let metadata: [String: Any]?

    /// An event.
    public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        self.type = type
        self.dateInterval = dateInterval
        self.metadata = metadata
        super.init()
    }
}

/// What a workout is to be.
public final class HKWorkoutConfiguration: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; Apple's can be changed until a workout begins with it.

    /// What is done.
    public let activityType: HKWorkoutActivityType
    /// Where.
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

    /// Given when it is made.
    public let uuid: UUID
    /// What was done.
    public let workoutConfiguration: HKWorkoutConfiguration
    /// When it began.
    public let startDate: Date
    /// When it ended.
    public let endDate: Date?
    /// What else is known.
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

    /// Seconds from start to end.
    public var duration: TimeInterval {
        endDate.map { $0.timeIntervalSince(startDate) } ?? 0
    }
}
