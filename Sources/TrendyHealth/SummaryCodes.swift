/// The classifications of electrocardiograms, by the raw values of
/// `HKElectrocardiogram.Classification`.
package enum ElectrocardiogramClassification: Int, Sendable {
    /// Not classified.
    case notSet = 0
    /// A sinus rhythm.
    case sinusRhythm = 1
    /// Signs of atrial fibrillation.
    case atrialFibrillation = 2
    /// Inconclusive because of a low heart rate.
    case inconclusiveLowHeartRate = 3
    /// Inconclusive because of a high heart rate.
    case inconclusiveHighHeartRate = 4
    /// Inconclusive because of a poor reading.
    case inconclusivePoorReading = 5
    /// Inconclusive for another reason.
    case inconclusiveOther = 6

    /// The text in properties, such as `sinus_rhythm`.
    package var key: String {
        HealthMetric.key(ofIdentifier: "\(self)")
    }

    /// The classification that an exported file names; `nil` for unknown words.
    ///
    /// Exports have the words of the Health app in the language of the phone. Only the two rhythms
    /// are recognized in other languages than English, by the word stems that most of them share.
    package init?(exportLabel: String) {
        let label = exportLabel.lowercased()
        if label.contains("sinus") {
            self = .sinusRhythm
        } else if ["fibril", "flimmer", "flimren"].contains(where: { label.contains($0) }) {
            self = .atrialFibrillation
        } else if label.contains("low heart rate") || label.contains("heart rate under") {
            self = .inconclusiveLowHeartRate
        } else if label.contains("high heart rate") || label.contains("heart rate over") {
            self = .inconclusiveHighHeartRate
        } else if label.contains("poor re") {
            self = .inconclusivePoorReading
        } else if label.contains("inconclusive") {
            self = .inconclusiveOther
        } else if label.isEmpty || label == "not set" || label == "unclassified" {
            self = .notSet
        } else {
            return nil
        }
    }
}

/// What a person did with a scheduled dose, by the raw values of `HKMedicationDoseEvent.LogStatus`.
package enum MedicationDoseStatus: Int, Sendable {
    /// The person did not react to the reminder.
    case notInteracted = 1
    /// No reminder was sent.
    case notificationNotSent = 2
    /// The person asked to be reminded later.
    case snoozed = 3
    /// Taken.
    case taken = 4
    /// Skipped.
    case skipped = 5
    /// Not logged.
    case notLogged = 6

    /// The text in properties, such as `taken`.
    package var key: String {
        HealthMetric.key(ofIdentifier: "\(self)")
    }
}
