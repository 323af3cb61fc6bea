extension HealthMetric {
    /// The rows of the group respiratory.
    static let respiratoryRows: [HealthMetric] = [
        .quantity(
            "AppleSleepingBreathingDisturbances",
            .count,
            .discrete,
            .respiratory,
            icon: "bed.double",
            plausible: 0...500
        ),
        .quantity(
            "ForcedExpiratoryVolume1",
            .liters,
            .discrete,
            .respiratory,
            icon: "lungs",
            plausible: 0...30
        ),
        .quantity(
            "ForcedVitalCapacity",
            .liters,
            .discrete,
            .respiratory,
            icon: "lungs.fill",
            plausible: 0...30
        ),
        .quantity(
            "InhalerUsage",
            .count,
            .cumulative,
            .respiratory,
            icon: "wind",
            plausible: 0...1000
        ),
        .quantity(
            "OxygenSaturation",
            .percent,
            .discrete,
            .respiratory,
            icon: "drop.fill",
            plausible: 0...100,
            hasHours: true
        ),
        .quantity(
            "PeakExpiratoryFlowRate",
            .litersPerMinute,
            .discrete,
            .respiratory,
            icon: "wind",
            plausible: 0...3000
        ),
        .quantity(
            "RespiratoryRate",
            .perMinute,
            .discrete,
            .respiratory,
            icon: "lungs",
            plausible: 0...200,
            hasHours: true
        ),
        .category("SleepApneaEvent", .count, .respiratory, icon: "lungs"),
    ]
}
