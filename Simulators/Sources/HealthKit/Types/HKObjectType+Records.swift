extension HKObjectType {
    /// Electrocardiograms.
    @available(iOS 14.0, *)
    public class func electrocardiogramType() -> HKElectrocardiogramType {
        HKElectrocardiogramType.only
    }

    /// Audiograms.
    @available(iOS 13.0, *)
    public class func audiogramSampleType() -> HKAudiogramSampleType { HKAudiogramSampleType.only }

    /// States of mind.
    @available(iOS 18.0, *)
    public class func stateOfMindType() -> HKStateOfMindType { HKStateOfMindType.only }

    /// The scored assessment type for an identifier; `nil` when it is not supported.
    @available(iOS 18.0, *)
    public class func scoredAssessmentType(
        forIdentifier identifier: HKScoredAssessmentTypeIdentifier
    ) -> HKScoredAssessmentType? {
        [.GAD7, .PHQ9].contains(identifier) ? HKScoredAssessmentType(identifier) : nil
    }

    /// Doses of medications.
    @available(iOS 26.0, *)
    public class func medicationDoseEventType() -> HKMedicationDoseEventType {
        HKMedicationDoseEventType.only
    }

    /// The medications of the person.
    @available(iOS 26.0, *)
    public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType {
        HKUserAnnotatedMedicationType.only
    }

    /// Activity summaries.
    @available(iOS 9.3, *)
    public class func activitySummaryType() -> HKActivitySummaryType { HKActivitySummaryType.only }

    /// Whether the person chooses the objects that the app may read one by one.
    @available(iOS 16.0, *)
    public func requiresPerObjectAuthorization() -> Bool { self is HKUserAnnotatedMedicationType }
}
