// Body measurements, breathing and vital signs.

extension HKQuantityTypeIdentifier {
    /// Wrist temperature during sleep.
    @available(iOS 16.0, *)
    public static let appleSleepingWristTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingWristTemperature"
    )
    /// Body fat percentage.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyFatPercentage"
    )
    /// Body mass.
    public static let bodyMass = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMass"
    )
    /// Body mass index.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMassIndex"
    )
    /// Skin conductance.
    public static let electrodermalActivity = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierElectrodermalActivity"
    )
    /// Height.
    public static let height = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeight"
    )
    /// Lean body mass.
    public static let leanBodyMass = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierLeanBodyMass"
    )
    /// Waist circumference.
    @available(iOS 11.0, *)
    public static let waistCircumference = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWaistCircumference"
    )
    /// Basal body temperature.
    @available(iOS 9.0, *)
    public static let basalBodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalBodyTemperature"
    )
    /// Breathing disturbances during sleep.
    @available(iOS 18.0, *)
    public static let appleSleepingBreathingDisturbances = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances"
    )
    /// Forced expiratory volume in one second.
    public static let forcedExpiratoryVolume1 = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierForcedExpiratoryVolume1"
    )
    /// Forced vital capacity.
    public static let forcedVitalCapacity = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierForcedVitalCapacity"
    )
    /// Inhaler uses.
    public static let inhalerUsage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierInhalerUsage"
    )
    /// Oxygen saturation.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierOxygenSaturation"
    )
    /// Peak expiratory flow rate.
    public static let peakExpiratoryFlowRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPeakExpiratoryFlowRate"
    )
    /// Respiratory rate.
    public static let respiratoryRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRespiratoryRate"
    )
    /// Blood glucose.
    public static let bloodGlucose = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodGlucose"
    )
    /// Body temperature.
    public static let bodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyTemperature"
    )
}
