public import Foundation

/// Samples as they are now, waited for.
public struct HKSampleQueryDescriptor<Sample: HKSample>: Sendable {
    /// Which samples.
    public let predicates: [HKSamplePredicate<Sample>]
    /// Their order; by their start when there is none.
    public let sortDescriptors: [SortDescriptor<Sample>]
    /// How many at most; all when `nil`.
    public let limit: Int?

    /// Samples, their order and how many.
    public init(
        predicates: [HKSamplePredicate<Sample>],
        sortDescriptors: [SortDescriptor<Sample>],
        limit: Int? = nil
    ) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// The samples.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        let order = sortDescriptors
        return try await healthStore.result { resume in
            HKSampleQuery(
                scopes: predicates.map(\.scope),
                predicate: nil,
                limit: limit ?? HKObjectQueryNoLimit,
                sort: { samples in
                    guard !order.isEmpty else { return samples }
                    return samples.compactMap { $0 as? Sample }.sorted(using: order)
                }
            ) { _, samples, error in
                resume(answer(samples.map { $0.compactMap { $0 as? Sample } }, error))
            }
        }
    }
}

/// What a handler was called with, as a result.
func answer<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
    if let value { return .success(value) }
    return .failure(error ?? HKError(.errorNoData, "There was neither a result nor an error."))
}
