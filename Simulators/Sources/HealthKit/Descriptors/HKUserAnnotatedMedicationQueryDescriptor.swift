public import Foundation

/// A medication query with an async result.
@available(iOS 26.0, *)
public struct HKUserAnnotatedMedicationQueryDescriptor: Sendable {
    /// The predicate; all medications when `nil`.
    public var predicate: NSPredicate? { box.predicate }
    /// The largest number of medications; no limit when `nil`.
    public let limit: Int?
    private let box: PredicateBox

    /// A descriptor for the medications that match a predicate.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) {
        box = PredicateBox(predicate: predicate)
        self.limit = limit
    }

    /// The medications that the person shares with the app.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        try await healthStore.result { resume in
            let found = ChunkCollector<HKUserAnnotatedMedication>()
            return HKUserAnnotatedMedicationQuery(
                predicate: predicate,
                limit: limit ?? HKObjectQueryNoLimit
            ) { _, medication, isLast, error in
                if let error { return resume(.failure(error)) }
                found.append(medication.map { [$0] } ?? [])
                if isLast { resume(.success(found.all)) }
            }
        }
    }
}
