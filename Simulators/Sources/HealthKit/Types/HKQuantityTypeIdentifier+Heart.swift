// Heart and hearing.

extension HKQuantityTypeIdentifier {
    /// Sound level of the environment.
    @available(iOS 13.0, *)
    public static let environmentalAudioExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
    )
    /// Reduction of environmental sound by headphones.
    @available(iOS 16.0, *)
    public static let environmentalSoundReduction = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEnvironmentalSoundReduction"
    )
    /// Sound level of headphones.
    @available(iOS 13.0, *)
    public static let headphoneAudioExposure = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeadphoneAudioExposure"
    )
    /// Share of time with signs of atrial fibrillation.
    @available(iOS 16.0, *)
    public static let atrialFibrillationBurden = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAtrialFibrillationBurden"
    )
    /// Heart rate.
    public static let heartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRate"
    )
    /// Fall of the heart rate in the first minute after exercise.
    @available(iOS 16.0, *)
    public static let heartRateRecoveryOneMinute = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"
    )
    /// Heart-rate variability (SDNN).
    @available(iOS 11.0, *)
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    )
    /// Peripheral perfusion index.
    public static let peripheralPerfusionIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPeripheralPerfusionIndex"
    )
    /// Resting heart rate.
    @available(iOS 11.0, *)
    public static let restingHeartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRestingHeartRate"
    )
    /// Cardio fitness (VO2 max).
    @available(iOS 11.0, *)
    public static let vo2Max = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierVO2Max"
    )
    /// Walking heart rate average.
    @available(iOS 11.0, *)
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage"
    )
}
