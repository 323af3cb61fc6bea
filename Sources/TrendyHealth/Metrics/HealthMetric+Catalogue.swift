// The catalogue of health metrics.
extension HealthMetric {
    /// All metrics of the catalogue, in the order of capture: those with processors of their own,
    /// then the tables by group.
    public static let allCases: [HealthMetric] =
        [
            .workout, .sleep, .steps, .activeEnergy, .heartRate, .mindfulness, .water, .bodyMass,
            .distanceWalkingRunning, .flightsClimbed, .heartRateVariability, .bloodPressure,
        ]
        + summaryRows + activityRows + bodyRows + hearingRows + heartRows + mobilityRows
        + nutritionRows + otherRows + reproductiveRows + respiratoryRows + symptomsRows + vitalsRows

    /// The metrics that a phone captures before the person chooses.
    public static let standard = allCases.filter(\.isStandard)

    static let metricsByName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }
    )

    /// Other spellings of identifiers, with the identifier of the catalogue.
    ///
    /// The constant `environmentalAudioExposureEvent` of iOS 14 has the raw value of the one that it
    /// replaced.
    package static let aliases = [
        "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent":
            "HKCategoryTypeIdentifierAudioExposureEvent"
    ]
}
