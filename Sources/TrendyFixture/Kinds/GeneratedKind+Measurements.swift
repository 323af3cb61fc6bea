// The quantity types that are measured or entered one at a time.
extension GeneratedKind {
    /// The quantity types of the group body measurements.
    static let bodyRows: [GeneratedKind] = [
        .quantity("AppleSleepingWristTemperature", .temperature, .mean, 34...37.5, .night),
        .quantity("BodyFatPercentage", .percent, .mean, 18...31, .daily, isEntered: true),
        .quantity("BodyMassIndex", .index, .mean, 20...29, .daily, isEntered: true),
        .quantity(
            "ElectrodermalActivity",
            .microsiemens,
            .mean,
            0.5...20,
            .every(9),
            isEntered: true
        ),
        .quantity("Height", .centimeters, .latest, 168...169, .every(30), isEntered: true),
        .quantity("LeanBodyMass", .mass, .mean, 50...56, .every(7), isEntered: true),
        .quantity("WaistCircumference", .centimeters, .mean, 76...84, .every(7), isEntered: true),
    ]

    /// The quantity types of the group hearing.
    static let hearingRows: [GeneratedKind] = [
        .quantity("EnvironmentalAudioExposure", .decibels, .level, 35...95, .hourly),
        .quantity("EnvironmentalSoundReduction", .decibels, .level, 5...30, .every(4)),
        .quantity("HeadphoneAudioExposure", .decibels, .level, 45...90, .hourly),
    ]

    /// The quantity types of the group heart.
    static let heartRows: [GeneratedKind] = [
        .quantity("AtrialFibrillationBurden", .percent, .weightedMean, 1...9, .weekLong),
        .quantity("HeartRateRecoveryOneMinute", .perMinute, .mean, 15...45, .every(4)),
        .quantity("HeartRateVariabilitySDNN", .milliseconds, .mean, 18...120, .nightly),
        .quantity(
            "PeripheralPerfusionIndex",
            .percent,
            .mean,
            0.5...12,
            .every(6),
            isEntered: true
        ),
        .quantity("RestingHeartRate", .perMinute, .mean, 48...66, .daily),
        .quantity("VO2Max", .oxygenUptake, .mean, 30...48, .every(5)),
        .quantity("WalkingHeartRateAverage", .perMinute, .mean, 85...120, .daily),
    ]

    /// The quantity types of the group respiration.
    static let respiratoryRows: [GeneratedKind] = [
        .quantity("AppleSleepingBreathingDisturbances", .index, .mean, 0.2...9, .night),
        .quantity("ForcedExpiratoryVolume1", .liters, .mean, 2.5...4, .every(10), isEntered: true),
        .quantity("ForcedVitalCapacity", .liters, .mean, 3...5, .every(10), isEntered: true),
        .quantity("InhalerUsage", .count, .sum, 1...2, .every(8), isEntered: true),
        .quantity("OxygenSaturation", .percent, .mean, 91...100, .nightly),
        .quantity("PeakExpiratoryFlowRate", .flow, .mean, 350...550, .every(8), isEntered: true),
        .quantity("RespiratoryRate", .perMinute, .mean, 11...20, .nightly),
    ]

    /// The quantity types of the group vital signs.
    static let vitalsRows: [GeneratedKind] = [
        .quantity("BloodGlucose", .glucose, .mean, 70...190, .meals),
        .quantity("BodyTemperature", .temperature, .mean, 36...38.5, .every(5), isEntered: true),
    ]

    /// The quantity types of the group cycle tracking.
    static let reproductiveRows: [GeneratedKind] = [
        .quantity(
            "BasalBodyTemperature",
            .temperature,
            .mean,
            36.1...36.9,
            .daily,
            isEntered: true
        )
    ]

    /// The quantity types of the group other data.
    static let otherRows: [GeneratedKind] = [
        .quantity("BloodAlcoholContent", .percent, .mean, 0.01...0.08, .every(12), isEntered: true),
        .quantity("BloodPressureDiastolic", .pressure, .mean, 66...88, .daily, isEntered: true),
        .quantity("BloodPressureSystolic", .pressure, .mean, 105...138, .daily, isEntered: true),
        .quantity("InsulinDelivery", .internationalUnits, .sum, 1...8, .meals),
        .quantity("NumberOfAlcoholicBeverages", .count, .sum, 1...3, .every(6), isEntered: true),
        .quantity("NumberOfTimesFallen", .count, .sum, 1...1, .every(25)),
        .quantity("TimeInDaylight", .minutes, .sum, 1...15, .hourly),
        .quantity("UVExposure", .index, .mean, 0.5...9, .every(3)),
        .quantity("WaterTemperature", .temperature, .mean, 8...28, .exercise(12)),
    ]
}
