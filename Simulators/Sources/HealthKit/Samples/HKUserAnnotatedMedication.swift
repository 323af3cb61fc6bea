public import Foundation

/// A medication of the person; not a sample.
@available(iOS 26.0, *)
public final class HKUserAnnotatedMedication: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The person's name for it.
    public let nickname: String?
    /// Whether the person has archived it.
    public let isArchived: Bool
    /// Whether it has a schedule.
    public let hasSchedule: Bool
    /// The medication.
    public let medication: HKMedicationConcept

    package init(
        medication: HKMedicationConcept,
        nickname: String?,
        isArchived: Bool,
        hasSchedule: Bool
    ) {
        self.medication = medication
        self.nickname = nickname
        self.isArchived = isArchived
        self.hasSchedule = hasSchedule
        super.init()
    }

    /// Compares the medications.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKUserAnnotatedMedication)?.medication.identifier == medication.identifier
    }

    /// The hash of the medication.
    override public var hash: Int { medication.identifier.hash }
}
