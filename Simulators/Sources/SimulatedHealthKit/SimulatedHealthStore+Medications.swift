public import Foundation
public import HealthKit

extension SimulatedHealthStore {
    /// Adds a medication of the person, or changes the one with the same key.
    ///
    /// - `key`: distinguishes medications; ``AuthorizationDecision/allow(share:read:)`` names the
    ///   shared ones by it.
    @discardableResult
    public func setMedication(
        _ key: String,
        name: String? = nil,
        form: HKMedicationGeneralForm = .tablet,
        codings: Set<HKClinicalCoding> = [],
        nickname: String? = nil,
        isArchived: Bool = false,
        hasSchedule: Bool = false
    ) -> HKUserAnnotatedMedication {
        let medication = HKUserAnnotatedMedication(
            medication: HKMedicationConcept(
                identifier: HKHealthConceptIdentifier(domain: .medication, key: key),
                displayText: name ?? key,
                generalForm: form,
                relatedCodings: codings
            ),
            nickname: nickname,
            isArchived: isArchived,
            hasSchedule: hasSchedule
        )
        database.set(medication)
        return medication
    }

    /// Sets the medications that the app may read in Settings; `nil` before any request.
    public func shareMedications(_ medications: [HKUserAnnotatedMedication]?) {
        database.share(medications.map { Set($0.map(\.medication.identifier)) })
    }

    /// Creates a dose, which apps cannot create.
    ///
    /// - `scheduled`: its scheduled time; `nil` for a dose as needed.
    public func dose(
        of medication: HKUserAnnotatedMedication,
        _ status: HKMedicationDoseEvent.LogStatus,
        quantity: Double? = 1,
        unit: HKUnit = .count(),
        at date: Date,
        scheduled: Date? = nil,
        source: SimulatedSource,
        metadata: [String: Any]? = nil,
        uuid: UUID? = nil
    ) -> HKMedicationDoseEvent {
        HKMedicationDoseEvent(
            record(source, metadata, uuid),
            medication: medication.medication.identifier,
            status: status,
            quantity: quantity,
            unit: unit,
            start: date,
            end: date,
            scheduledDate: scheduled,
            scheduledQuantity: scheduled == nil ? nil : quantity ?? 1
        )
    }
}
