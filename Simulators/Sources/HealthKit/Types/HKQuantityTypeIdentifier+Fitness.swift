// Fitness.

extension HKQuantityTypeIdentifier {
    /// Active energy.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned"
    )
    /// Exercise minutes.
    @available(iOS 9.3, *)
    public static let appleExerciseTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleExerciseTime"
    )
    /// Move minutes.
    @available(iOS 14.5, *)
    public static let appleMoveTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleMoveTime"
    )
    /// Stand minutes.
    @available(iOS 13.0, *)
    public static let appleStandTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleStandTime"
    )
    /// Resting energy.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned"
    )
    /// Cross country skiing speed.
    @available(iOS 18.0, *)
    public static let crossCountrySkiingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCrossCountrySkiingSpeed"
    )
    /// Cycling cadence.
    @available(iOS 17.0, *)
    public static let cyclingCadence = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingCadence"
    )
    /// Functional threshold power of cycling.
    @available(iOS 17.0, *)
    public static let cyclingFunctionalThresholdPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower"
    )
    /// Cycling power.
    @available(iOS 17.0, *)
    public static let cyclingPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingPower"
    )
    /// Cycling speed.
    @available(iOS 17.0, *)
    public static let cyclingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingSpeed"
    )
    /// Cross-country skiing distance.
    @available(iOS 18.0, *)
    public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
    )
    /// Distance by bicycle.
    public static let distanceCycling = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCycling"
    )
    /// Downhill snow sports distance.
    @available(iOS 11.2, *)
    public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
    )
    /// Paddle sports distance.
    @available(iOS 18.0, *)
    public static let distancePaddleSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistancePaddleSports"
    )
    /// Rowing distance.
    @available(iOS 18.0, *)
    public static let distanceRowing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceRowing"
    )
    /// Skating distance.
    @available(iOS 18.0, *)
    public static let distanceSkatingSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports"
    )
    /// Swimming distance.
    @available(iOS 10.0, *)
    public static let distanceSwimming = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSwimming"
    )
    /// Distance on foot.
    public static let distanceWalkingRunning = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning"
    )
    /// Wheelchair distance.
    @available(iOS 10.0, *)
    public static let distanceWheelchair = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWheelchair"
    )
    /// Estimated effort of a workout.
    @available(iOS 18.0, *)
    public static let estimatedWorkoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore"
    )
    /// Flights of stairs climbed.
    public static let flightsClimbed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierFlightsClimbed"
    )
    /// NikeFuel points.
    public static let nikeFuel = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierNikeFuel"
    )
    /// Paddle sports speed.
    @available(iOS 18.0, *)
    public static let paddleSportsSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPaddleSportsSpeed"
    )
    /// Physical effort: energy for each kilogram and hour.
    @available(iOS 17.0, *)
    public static let physicalEffort = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPhysicalEffort"
    )
    /// Wheelchair pushes.
    @available(iOS 10.0, *)
    public static let pushCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPushCount"
    )
    /// Rowing speed.
    @available(iOS 18.0, *)
    public static let rowingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRowingSpeed"
    )
    /// Running power.
    @available(iOS 16.0, *)
    public static let runningPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningPower"
    )
    /// Running speed.
    @available(iOS 16.0, *)
    public static let runningSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningSpeed"
    )
    /// Steps.
    public static let stepCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStepCount"
    )
    /// Swimming strokes.
    @available(iOS 10.0, *)
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount"
    )
    /// Depth under water.
    @available(iOS 16.0, *)
    public static let underwaterDepth = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierUnderwaterDepth"
    )
    /// Effort of a workout as the person rated it.
    @available(iOS 18.0, *)
    public static let workoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWorkoutEffortScore"
    )
}
