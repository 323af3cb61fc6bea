public import Foundation

extension HKQuery {
    /// A predicate for electrocardiograms with a classification.
    @available(iOS 14.0, *)
    public class func predicateForElectrocardiograms(
        classification: HKElectrocardiogram.Classification
    ) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKElectrocardiogram)?.classification == classification
        }
    }

    /// A predicate for electrocardiograms with or without symptoms.
    @available(iOS 14.0, *)
    public class func predicateForElectrocardiograms(
        symptomsStatus: HKElectrocardiogram.SymptomsStatus
    ) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKElectrocardiogram)?.symptomsStatus == symptomsStatus
        }
    }

    /// A predicate for the symptoms of an electrocardiogram.
    @available(iOS 14.0, *)
    public class func predicateForObjectsAssociated(
        electrocardiogram: HKElectrocardiogram
    ) -> NSPredicate {
        SamplePredicate(.workout(electrocardiogram.uuid))
    }

    /// A predicate for states of mind of a kind.
    @available(iOS 18.0, *)
    public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
        NSPredicate { object, _ in (object as? HKStateOfMind)?.kind == kind }
    }

    /// A predicate for states of mind with a label.
    @available(iOS 18.0, *)
    public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
        NSPredicate { object, _ in (object as? HKStateOfMind)?.labels.contains(label) ?? false }
    }

    /// A predicate for states of mind with an association.
    @available(iOS 18.0, *)
    public class func predicateForStatesOfMind(
        with association: HKStateOfMind.Association
    ) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKStateOfMind)?.associations.contains(association) ?? false
        }
    }

    /// A predicate for doses with a status.
    @available(iOS 26.0, *)
    public class func predicateForMedicationDoseEvent(
        status: HKMedicationDoseEvent.LogStatus
    ) -> NSPredicate {
        NSPredicate { object, _ in (object as? HKMedicationDoseEvent)?.logStatus == status }
    }

    /// A predicate for doses with one of several statuses.
    ///
    /// (unverified): the type of the argument.
    @available(iOS 26.0, *)
    public class func predicateForMedicationDoseEvent(
        statuses: Set<HKMedicationDoseEvent.LogStatus>
    ) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKMedicationDoseEvent).map { statuses.contains($0.logStatus) } ?? false
        }
    }

    /// A predicate for the doses that were scheduled in a window: from its start to before its end.
    @available(iOS 26.0, *)
    public class func predicateForMedicationDoseEvent(
        scheduledStart startDate: Date?,
        end endDate: Date?
    ) -> NSPredicate {
        NSPredicate { object, _ in
            guard let date = (object as? HKMedicationDoseEvent)?.scheduledDate else { return false }
            return date >= (startDate ?? .distantPast) && date < (endDate ?? .distantFuture)
        }
    }

    /// A predicate for the doses of a medication.
    @available(iOS 26.0, *)
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifier: HKHealthConceptIdentifier
    ) -> NSPredicate {
        predicateForMedicationDoseEvent(medicationConceptIdentifiers: [medicationConceptIdentifier])
    }

    /// A predicate for the doses of several medications.
    @available(iOS 26.0, *)
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>
    ) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKMedicationDoseEvent)
                .map { medicationConceptIdentifiers.contains($0.medicationConceptIdentifier) }
                ?? false
        }
    }
}
