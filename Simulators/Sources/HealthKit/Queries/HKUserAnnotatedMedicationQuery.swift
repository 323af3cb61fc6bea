public import Foundation

/// A query for the medications that the person shares with the app.
@available(iOS 26.0, *)
public final class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    private let limit: Int
    private let handler:
        @Sendable (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?)
            -> Void

    /// A query that delivers medications one by one, with a flag for the last.
    ///
    /// Without matches the handler is called once without a medication.
    public init(
        predicate: NSPredicate?,
        limit: Int,
        resultsHandler:
            @escaping @Sendable (
                HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?
            ) -> Void
    ) {
        self.limit = limit
        handler = resultsHandler
        super.init(scopes: [], predicate: predicate)
    }

    /// The medications of the person.
    override public var objectType: HKObjectType? { .userAnnotatedMedicationType() }

    override func start(in database: HealthDatabase, generation: Int) {
        database.evaluate(self, generation: generation) { [self] state in
            let found = try state.readableMedications()
                .filter { predicate?.evaluate(with: $0) ?? true }
            return limit > 0 ? Array(found.prefix(limit)) : found
        } deliver: { [self] result in
            switch result {
            case .failure(let error): handler(self, nil, true, error)
            case .success(let found):
                if found.isEmpty { handler(self, nil, true, nil) }
                for (index, medication) in found.enumerated() where !isStopped {
                    handler(self, medication, index == found.count - 1, nil)
                }
            }
        }
    }
}

extension HKQuery {
    /// A predicate for archived medications, or for the others.
    @available(iOS 26.0, *)
    public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKUserAnnotatedMedication)?.isArchived == isArchived
        }
    }

    /// A predicate for medications with a schedule, or for the others.
    @available(iOS 26.0, *)
    public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
        NSPredicate { object, _ in
            (object as? HKUserAnnotatedMedication)?.hasSchedule == hasSchedule
        }
    }
}
