public import Foundation

/// A query for correlations, with predicates for the samples that they contain.
public final class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The correlation type.
    public let correlationType: HKCorrelationType
    /// The predicates for the contained samples of each type; `nil` when there are none.
    public let samplePredicates: [HKSampleType: NSPredicate]?
    private let handler: @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// A query for the correlations whose samples match, for each type with a predicate.
    ///
    /// (unverified): a correlation without samples of such a type does not match.
    public init(
        type correlationType: HKCorrelationType,
        predicate: NSPredicate?,
        samplePredicates: [HKSampleType: NSPredicate]?,
        completion:
            @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
    ) {
        self.correlationType = correlationType
        self.samplePredicates = samplePredicates
        handler = completion
        super.init(scopes: [QueryScope(correlationType, predicate)], predicate: predicate)
    }

    override func start(in database: HealthDatabase, generation: Int) {
        let scopes = scopes
        let filters = (samplePredicates ?? [:]).mapValues { SampleFilter($0) }
        database.evaluate(self, generation: generation) { state in
            try state.samples(scopes).compactMap { $0 as? HKCorrelation }
                .filter { correlation in
                    filters.allSatisfy { type, filter in
                        correlation.objects(for: type)
                            .contains { filter.matches($0, members: { _ in [] }) }
                    }
                }
        } deliver: { [self] result in
            switch result {
            case .success(let correlations): handler(self, correlations, nil)
            case .failure(let error): handler(self, nil, error)
            }
        }
    }
}
