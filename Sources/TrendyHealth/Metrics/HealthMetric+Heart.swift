extension HealthMetric {
    /// The rows of the group heart.
    static let heartRows: [HealthMetric] = [
        .quantity(
            "AtrialFibrillationBurden",
            .percent,
            .temporallyWeighted,
            .heart,
            icon: "waveform.path.ecg",
            plausible: 0...100
        ),
        .quantity(
            "HeartRateRecoveryOneMinute",
            .perMinute,
            .discrete,
            .heart,
            icon: "arrow.down.heart",
            plausible: 0...300
        ),
        .quantity(
            "PeripheralPerfusionIndex",
            .percent,
            .discrete,
            .heart,
            icon: "drop",
            plausible: 0...100
        ),
        .quantity(
            "RestingHeartRate",
            .perMinute,
            .discrete,
            .heart,
            icon: "heart",
            plausible: 0...300
        ),
        .quantity(
            "VO2Max",
            .oxygenUptake,
            .discrete,
            .heart,
            icon: "bolt.heart",
            plausible: 0...150
        ),
        .quantity(
            "WalkingHeartRateAverage",
            .perMinute,
            .discrete,
            .heart,
            icon: "heart.circle",
            plausible: 0...300
        ),
        .category("HighHeartRateEvent", .count, .heart, icon: "arrow.up.heart"),
        .category("HypertensionEvent", .count, .heart, icon: "heart.text.square"),
        .category("IrregularHeartRhythmEvent", .count, .heart, icon: "waveform.path.ecg"),
        .category("LowCardioFitnessEvent", .count, .heart, icon: "bolt.heart"),
        .category("LowHeartRateEvent", .count, .heart, icon: "arrow.down.heart"),
    ]
}
