// The types of records that are neither quantities nor categories.

/// Electrocardiograms; apps can only read them.
@available(iOS 14.0, *)
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {
    // (unverified): the identifier.
    static let only = HKElectrocardiogramType(
        identifier: "HKDataTypeIdentifierElectrocardiogram"
    )
}

/// Audiograms.
@available(iOS 13.0, *)
public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {
    // (unverified): the identifier.
    static let only = HKAudiogramSampleType(identifier: "HKDataTypeIdentifierAudiogram")
}

/// States of mind.
@available(iOS 18.0, *)
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {
    static let only = HKStateOfMindType(identifier: HKDataTypeIdentifierStateOfMind)
}

/// Questionnaires with a score.
@available(iOS 18.0, *)
public final class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
    /// A type from its identifier.
    public init(_ identifier: HKScoredAssessmentTypeIdentifier) {
        super.init(identifier: identifier.rawValue)
    }
}

/// Doses of medications; apps can only read them.
@available(iOS 26.0, *)
public final class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {
    static let only = HKMedicationDoseEventType(
        identifier: HKMedicationDoseEventTypeIdentifierMedicationDoseEvent
    )
}

/// The medications of the person, which the person shares one by one.
@available(iOS 26.0, *)
public final class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {
    static let only = HKUserAnnotatedMedicationType(
        identifier: HKDataTypeIdentifierUserAnnotatedMedicationConcept
    )
}

/// Activity summaries, which are no samples.
@available(iOS 9.3, *)
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {
    // (unverified): the identifier.
    static let only = HKActivitySummaryType(identifier: "HKActivitySummaryTypeIdentifier")
}

/// The identifier of states of mind.
public let HKDataTypeIdentifierStateOfMind = "HKDataTypeIdentifierStateOfMind"
/// The identifier of doses of medications.
public let HKMedicationDoseEventTypeIdentifierMedicationDoseEvent =
    "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"
/// The identifier of the person's medications.
public let HKDataTypeIdentifierUserAnnotatedMedicationConcept =
    "HKDataTypeIdentifierUserAnnotatedMedicationConcept"
