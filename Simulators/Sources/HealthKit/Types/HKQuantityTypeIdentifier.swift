/// Which quantity.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// Apple's name of it.
    public let rawValue: String

    /// By Apple's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Steps.
    public static let stepCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierStepCount"
    )
    /// Energy of movement.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned"
    )
    /// Energy at rest.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned"
    )
    /// Beats a minute.
    public static let heartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRate"
    )
    /// Beats a minute at rest.
    public static let restingHeartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRestingHeartRate"
    )
    /// Beats a minute while walking.
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage"
    )
    /// Variability between beats.
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    )
    /// Water drunk.
    public static let dietaryWater = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryWater"
    )
    /// Energy eaten.
    public static let dietaryEnergyConsumed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryEnergyConsumed"
    )
    /// Caffeine consumed.
    public static let dietaryCaffeine = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDietaryCaffeine"
    )
    /// Weight.
    public static let bodyMass = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMass"
    )
    /// Weight over squared height.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMassIndex"
    )
    /// Share of fat.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyFatPercentage"
    )
    /// Weight without fat.
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
    /// Distance swum.
    public static let distanceSwimming = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSwimming"
    )
    /// Distance in a wheelchair.
    public static let distanceWheelchair = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWheelchair"
    )
    /// Distance downhill on skis or a snowboard.
    public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
    )
    /// Distance on cross-country skis.
    public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
    )
    /// Distance paddled.
    public static let distancePaddleSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistancePaddleSports"
    )
    /// Distance rowed.
    public static let distanceRowing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceRowing"
    )
    /// Distance on skates.
    public static let distanceSkatingSports = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports"
    )
    /// Strokes.
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount"
    )
    /// Flights of stairs.
    public static let flightsClimbed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierFlightsClimbed"
    )
    /// Minutes of exercise.
    public static let appleExerciseTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleExerciseTime"
    )
    /// Minutes on one's feet.
    public static let appleStandTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleStandTime"
    )
    /// Oxygen in the blood.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierOxygenSaturation"
    )
    /// Breaths a minute.
    public static let respiratoryRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRespiratoryRate"
    )
    /// Temperature of the body.
    public static let bodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyTemperature"
    )
    /// Cardio fitness.
    public static let vo2Max = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierVO2Max"
    )
}
