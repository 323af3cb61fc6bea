public import Foundation

extension HKSamplePredicate where Sample == HKElectrocardiogram {
    /// Electrocardiograms.
    @available(iOS 15.4, *)
    public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKObjectType.electrocardiogramType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
    /// Audiograms.
    @available(iOS 15.4, *)
    public static func audiogram(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKObjectType.audiogramSampleType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
    /// States of mind.
    @available(iOS 18.0, *)
    public static func stateOfMind(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKObjectType.stateOfMindType(), predicate)
    }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
    /// GAD-7 questionnaires.
    @available(iOS 18.0, *)
    public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKScoredAssessmentType(.GAD7), predicate)
    }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
    /// PHQ-9 questionnaires.
    @available(iOS 18.0, *)
    public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKScoredAssessmentType(.PHQ9), predicate)
    }
}

extension HKSamplePredicate where Sample == HKMedicationDoseEvent {
    /// Doses of medications.
    ///
    /// (unverified): the signature.
    @available(iOS 26.0, *)
    public static func medicationDoseEvent(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKObjectType.medicationDoseEventType(), predicate)
    }
}
