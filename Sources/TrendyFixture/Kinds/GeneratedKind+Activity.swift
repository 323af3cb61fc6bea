// The quantity types of activity and mobility, apart from those that every export has.
extension GeneratedKind {
    /// The quantity types of activity.
    static let activityRows: [GeneratedKind] = [
        .quantity("AppleExerciseTime", .minutes, .sum, 1...1, .exercise(2), overlaps: true),
        .quantity("AppleMoveTime", .minutes, .sum, 1...40, .hourly),
        .quantity("AppleStandTime", .minutes, .sum, 1...5, .hourly),
        .quantity("CrossCountrySkiingSpeed", .speed, .mean, 1...6, .exercise(9)),
        .quantity("CyclingCadence", .perMinute, .mean, 60...105, .exercise(3)),
        .quantity("CyclingFunctionalThresholdPower", .watts, .latest, 180...240, .every(14)),
        .quantity("CyclingPower", .watts, .mean, 80...320, .exercise(3)),
        .quantity("CyclingSpeed", .speed, .mean, 3...12, .exercise(3)),
        .quantity("DistanceCrossCountrySkiing", .length, .sum, 60...300, .exercise(9)),
        .quantity("DistanceCycling", .length, .sum, 150...600, .exercise(3), overlaps: true),
        .quantity("DistanceDownhillSnowSports", .length, .sum, 100...900, .exercise(9)),
        .quantity("DistancePaddleSports", .length, .sum, 50...160, .exercise(9)),
        .quantity("DistanceRowing", .length, .sum, 100...260, .exercise(6)),
        .quantity("DistanceSkatingSports", .length, .sum, 100...400, .exercise(9)),
        .quantity("DistanceSwimming", .poolLength, .sum, 20...60, .exercise(6)),
        .quantity("DistanceWheelchair", .length, .sum, 40...900, .hourly, overlaps: true),
        .quantity("EstimatedWorkoutEffortScore", .effortScore, .mean, 1...10, .every(3)),
        .quantity("FlightsClimbed", .count, .sum, 1...6, .hourly, overlaps: true),
        .quantity("NikeFuel", .count, .sum, 800...4000, .wholeDay),
        .quantity("PaddleSportsSpeed", .speed, .mean, 0.5...4, .exercise(9)),
        .quantity("PhysicalEffort", .effort, .mean, 0.5...9, .hourly),
        .quantity("PushCount", .count, .sum, 5...400, .hourly, overlaps: true),
        .quantity("RowingSpeed", .speed, .mean, 1...5, .exercise(6)),
        .quantity("RunningPower", .watts, .mean, 120...420, .exercise(4)),
        .quantity("RunningSpeed", .speed, .mean, 1.5...5, .exercise(4)),
        .quantity("SwimmingStrokeCount", .count, .sum, 8...40, .exercise(6)),
        .quantity("UnderwaterDepth", .depth, .mean, 0.5...30, .exercise(12)),
        .quantity("WorkoutEffortScore", .effortScore, .mean, 1...10, .every(3), isEntered: true),
    ]

    /// The quantity types of mobility.
    static let mobilityRows: [GeneratedKind] = [
        .quantity("AppleWalkingSteadiness", .percent, .mean, 60...100, .every(7)),
        .quantity("RunningGroundContactTime", .milliseconds, .mean, 200...300, .exercise(4)),
        .quantity("RunningStrideLength", .depth, .mean, 0.7...1.6, .exercise(4)),
        .quantity("RunningVerticalOscillation", .vertical, .mean, 6...12, .exercise(4)),
        .quantity("SixMinuteWalkTestDistance", .depth, .mean, 420...500, .every(7)),
        .quantity("StairAscentSpeed", .metersPerSecond, .mean, 0.2...0.6, .every(2)),
        .quantity("StairDescentSpeed", .metersPerSecond, .mean, 0.2...0.7, .every(2)),
        .quantity("WalkingAsymmetryPercentage", .percent, .mean, 0.5...20, .hourly),
        .quantity("WalkingDoubleSupportPercentage", .percent, .mean, 22...34, .hourly),
        .quantity("WalkingSpeed", .speed, .mean, 0.7...1.9, .hourly),
        .quantity("WalkingStepLength", .centimeters, .mean, 50...85, .hourly),
    ]
}
