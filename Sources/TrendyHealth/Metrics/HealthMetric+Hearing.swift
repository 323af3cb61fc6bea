extension HealthMetric {
    /// The rows of the group hearing.
    static let hearingRows: [HealthMetric] = [
        .quantity(
            "EnvironmentalAudioExposure",
            .decibels,
            .equivalentLevel,
            .hearing,
            icon: "ear",
            plausible: 0...200,
            hasHours: true
        ),
        .quantity(
            "EnvironmentalSoundReduction",
            .decibels,
            .equivalentLevel,
            .hearing,
            icon: "waveform",
            plausible: 0...200
        ),
        .quantity(
            "HeadphoneAudioExposure",
            .decibels,
            .equivalentLevel,
            .hearing,
            icon: "headphones",
            plausible: 0...200,
            hasHours: true
        ),
        .category(
            "AudioExposureEvent",
            .count,
            .hearing,
            icon: "ear.trianglebadge.exclamationmark",
            key: "environmental_audio_exposure_event"
        ),
        .category("HeadphoneAudioExposureEvent", .count, .hearing, icon: "headphones"),
    ]
}
