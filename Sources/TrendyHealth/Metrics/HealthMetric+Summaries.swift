extension HealthMetric {
    /// The rows of types whose samples are dated summaries.
    static let summaryRows: [HealthMetric] = [
        .stateOfMind, .electrocardiogram, .audiogram, .medicationDose, .anxietyRisk,
        .depressionRisk, .activitySummary,
    ]

    /// State of mind: an emotion or a mood (`HKStateOfMind`).
    package static let stateOfMind = summary(
        "HKDataTypeIdentifierStateOfMind",
        key: "state_of_mind",
        .mindfulness,
        icon: "brain.head.profile",
        valueProperty: "valence"
    )
    /// Electrocardiograms (`HKElectrocardiogram`): classification and heart rate, no voltages.
    package static let electrocardiogram = summary(
        "HKDataTypeIdentifierElectrocardiogram",
        key: "electrocardiogram",
        .heart,
        icon: "waveform.path.ecg.rectangle",
        valueProperty: "average_heart_rate"
    )
    /// Hearing tests (`HKAudiogramSample`): the mean threshold of each ear.
    package static let audiogram = summary(
        "HKDataTypeIdentifierAudiogram",
        key: "audiogram",
        .hearing,
        icon: "ear"
    )
    /// Doses of medications (`HKMedicationDoseEvent`).
    package static let medicationDose = summary(
        "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent",
        key: "medication_dose_event",
        .other,
        icon: "pills.fill",
        valueProperty: "dose"
    )
    /// Answers to the GAD-7 questionnaire (`HKGAD7Assessment`).
    package static let anxietyRisk = summary(
        "HKScoredAssessmentTypeIdentifierGAD7",
        key: "gad7",
        .mindfulness,
        icon: "list.clipboard",
        valueProperty: "score"
    )
    /// Answers to the PHQ-9 questionnaire (`HKPHQ9Assessment`).
    package static let depressionRisk = summary(
        "HKScoredAssessmentTypeIdentifierPHQ9",
        key: "phq9",
        .mindfulness,
        icon: "list.clipboard.fill",
        valueProperty: "score"
    )
    /// The rings of a day (`HKActivitySummary`): Apple's own totals and the person's goals.
    package static let activitySummary = summary(
        "HKActivitySummaryTypeIdentifier",
        key: "activity_summary",
        .activity,
        icon: "figure.run.circle",
        valueProperty: "active_energy_kilocalories",
        delivery: .hourly
    )
}
