public import Foundation

/// A sample query with an async result.
public struct HKSampleQueryDescriptor<Sample: HKSample>: Sendable {
    /// The samples to match.
    public let predicates: [HKSamplePredicate<Sample>]
    /// The sort order; by start when empty.
    public let sortDescriptors: [SortDescriptor<Sample>]
    /// The largest number of samples; no limit when `nil`.
    public let limit: Int?

    /// A descriptor for samples, with an order and a limit.
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

/// Converts the arguments of a handler into a result.
func answer<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
    if let value { return .success(value) }
    return .failure(error ?? HKError(.errorNoData, "There was neither a result nor an error."))
}
