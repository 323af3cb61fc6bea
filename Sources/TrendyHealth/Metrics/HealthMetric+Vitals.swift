extension HealthMetric {
    /// The rows of the group vitals.
    static let vitalsRows: [HealthMetric] = [
        .quantity(
            "BloodGlucose",
            .milligramsPerDeciliter,
            .discrete,
            .vitals,
            icon: "drop",
            plausible: 0...3000,
            hasHours: true
        ),
        .quantity(
            "BodyTemperature",
            .celsius,
            .discrete,
            .vitals,
            icon: "thermometer.medium",
            plausible: -50...100
        ),
    ]
}
