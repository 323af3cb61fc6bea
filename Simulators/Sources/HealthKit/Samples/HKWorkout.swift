public import Foundation

/// A workout.
public final class HKWorkout: HKSample, @unchecked Sendable {
    /// The activity.
    public let workoutActivityType: HKWorkoutActivityType
    /// Pauses, laps and other events; `nil` when there are none.
    public let workoutEvents: [HKWorkoutEvent]?
    /// The parts of the workout; one, unless several activities were combined.
    public let workoutActivities: [HKWorkoutActivity]
    /// The duration in seconds without pauses.
    public let duration: TimeInterval
    /// The statistics of each measured type.
    public let allStatistics: [HKQuantityType: HKStatistics]

    package init(
        _ record: HKObjectRecord,
        activity: HKWorkoutActivityType,
        start: Date,
        end: Date,
        events: [HKWorkoutEvent]? = nil,
        activities: [HKWorkoutActivity]? = nil,
        duration: TimeInterval? = nil,
        statistics: [HKQuantityType: HKStatistics] = [:]
    ) {
        workoutActivityType = activity
        workoutEvents = events?.isEmpty == true ? nil : events
        workoutActivities = activities ?? []
        self.duration =
            duration ?? HKWorkout.duration(from: start, to: end, without: events ?? [])
        allStatistics = statistics
        super.init(record, type: HKObjectType.workoutType(), start: start, end: end)
    }

    /// A workout created by the app.
    public convenience init(activityType: HKWorkoutActivityType, start: Date, end: Date) {
        self.init(
            HKObjectRecord(made: "HKWorkout", device: nil, metadata: nil),
            activity: activityType,
            start: start,
            end: end
        )
    }

    /// A workout created by the app, with its duration without pauses; 0 means from start to end.
    public convenience init(
        activityType: HKWorkoutActivityType,
        start: Date,
        end: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            HKObjectRecord(made: "HKWorkout", device: nil, metadata: metadata),
            activity: activityType,
            start: start,
            end: end,
            duration: duration == 0 ? end.timeIntervalSince(start) : duration,
            statistics: HKWorkout.totals(totalEnergyBurned, totalDistance, start, end)
        )
    }

    /// A workout created by the app, with its events.
    public convenience init(
        activityType: HKWorkoutActivityType,
        start: Date,
        end: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            HKObjectRecord(made: "HKWorkout", device: device, metadata: metadata),
            activity: activityType,
            start: start,
            end: end,
            events: workoutEvents,
            statistics: HKWorkout.totals(totalEnergyBurned, totalDistance, start, end)
        )
    }

    /// The statistics of a type; `nil` when it was not measured.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        allStatistics[quantityType]
    }

    /// The active energy; superseded by ``statistics(for:)``.
    public var totalEnergyBurned: HKQuantity? {
        statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()
    }

    /// The distance on foot, by bicycle or swimming; superseded by ``statistics(for:)``.
    public var totalDistance: HKQuantity? {
        let types: [HKQuantityTypeIdentifier] = [
            .distanceWalkingRunning, .distanceCycling, .distanceSwimming,
        ]
        return types.lazy.compactMap { self.statistics(for: HKQuantityType($0))?.sumQuantity() }
            .first
    }

    override package func copy(_ record: HKObjectRecord) -> HKSample {
        HKWorkout(
            record,
            activity: workoutActivityType,
            start: startDate,
            end: endDate,
            events: workoutEvents,
            activities: workoutActivities,
            duration: duration,
            statistics: allStatistics
        )
    }

    private static func totals(
        _ energy: HKQuantity?,
        _ distance: HKQuantity?,
        _ start: Date,
        _ end: Date
    ) -> [HKQuantityType: HKStatistics] {
        var totals: [HKQuantityType: HKStatistics] = [:]
        for (identifier, sum) in [
            (HKQuantityTypeIdentifier.activeEnergyBurned, energy),
            (.distanceWalkingRunning, distance),
        ] {
            guard let sum else { continue }
            let type = HKQuantityType(identifier)
            totals[type] = HKStatistics(of: type, sum: sum, start: start, end: end)
        }
        return totals
    }

    private static func duration(
        from start: Date,
        to end: Date,
        without events: [HKWorkoutEvent]
    ) -> TimeInterval {
        var active: TimeInterval = 0
        var since: Date? = start
        for event in events.sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
            let moment = min(max(event.dateInterval.start, start), end)
            switch event.type {
            case .pause, .motionPaused:
                if let began = since { active += moment.timeIntervalSince(began) }
                since = nil
            case .resume, .motionResumed: since = since ?? moment
            default: break
            }
        }
        if let began = since { active += end.timeIntervalSince(began) }
        return active
    }
}
