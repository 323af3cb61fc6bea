/// A quantity type identifier.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's raw value.
    public let rawValue: String

    /// An identifier from Apple's raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Steps.
    public static let stepCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStepCount"
    )
    /// Active energy.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned"
    )
    /// Resting energy.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned"
    )
    /// Heart rate.
    public static let heartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRate"
    )
    /// Resting heart rate.
    public static let restingHeartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRestingHeartRate"
    )
    /// Walking heart rate average.
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage"
    )
    /// Heart-rate variability (SDNN).
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    )
    /// Water intake.
    public static let dietaryWater = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryWater"
    )
    /// Energy intake.
    public static let dietaryEnergyConsumed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryEnergyConsumed"
    )
    /// Caffeine intake.
    public static let dietaryCaffeine = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCaffeine"
    )
    /// Body mass.
    public static let bodyMass = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMass"
    )
    /// Body mass index.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMassIndex"
    )
    /// Body fat percentage.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyFatPercentage"
    )
    /// Lean body mass.
    public static let leanBodyMass = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierLeanBodyMass"
    )
    /// Height.
    public static let height = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeight"
    )
    /// Distance on foot.
    public static let distanceWalkingRunning = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning"
    )
    /// Distance by bicycle.
    public static let distanceCycling = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCycling"
    )
    /// Swimming distance.
    public static let distanceSwimming = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSwimming"
    )
    /// Wheelchair distance.
    public static let distanceWheelchair = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWheelchair"
    )
    /// Downhill snow sports distance.
    public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
    )
    /// Cross-country skiing distance.
    public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
    )
    /// Paddle sports distance.
    public static let distancePaddleSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistancePaddleSports"
    )
    /// Rowing distance.
    public static let distanceRowing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceRowing"
    )
    /// Skating distance.
    public static let distanceSkatingSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports"
    )
    /// Swimming strokes.
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount"
    )
    /// Flights of stairs climbed.
    public static let flightsClimbed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierFlightsClimbed"
    )
    /// Exercise minutes.
    public static let appleExerciseTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleExerciseTime"
    )
    /// Stand minutes.
    public static let appleStandTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleStandTime"
    )
    /// Oxygen saturation.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierOxygenSaturation"
    )
    /// Respiratory rate.
    public static let respiratoryRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRespiratoryRate"
    )
    /// Body temperature.
    public static let bodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyTemperature"
    )
    /// Cardio fitness (VO2 max).
    public static let vo2Max = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierVO2Max"
    )
}
