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
