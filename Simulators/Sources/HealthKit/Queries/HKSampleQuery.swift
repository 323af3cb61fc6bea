public import Foundation

/// A sample query: the matching samples at execution.
public final class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// The largest number of samples.
    public let limit: Int
    private let sort: @Sendable ([HKSample]) -> [HKSample]
    private let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// A query for samples of one type, in order of start unless sorted otherwise.
    public convenience init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        let order = DateOrder(sortDescriptors)
        self.init(
            scopes: [QueryScope(sampleType, predicate)],
            predicate: predicate,
            limit: limit,
            sort: { order.sorted($0) },
            handler: resultsHandler
        )
    }

    /// A query for samples of several types.
    public convenience init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.init(
            scopes: queryDescriptors.map(\.scope),
            predicate: nil,
            limit: limit,
            sort: { $0 },
            handler: resultsHandler
        )
    }

    init(
        scopes: [QueryScope],
        predicate: NSPredicate?,
        limit: Int,
        sort: @escaping @Sendable ([HKSample]) -> [HKSample],
        handler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sort = sort
        self.handler = handler
        super.init(scopes: scopes, predicate: predicate)
    }

    override func start(in database: HealthDatabase, generation: Int) {
        let (scopes, limit, sort) = (scopes, limit, sort)
        database.evaluate(self, generation: generation) { state in
            let samples = sort(try state.samples(scopes))
            return limit > 0 ? Array(samples.prefix(limit)) : samples
        } deliver: { [handler, self] result in
            switch result {
            case .success(let samples): handler(self, samples, nil)
            case .failure(let error): handler(self, nil, error)
            }
        }
    }
}

/// The supported sort orders: by start or by end.
private struct DateOrder: Sendable {
    private let keys: [(isEnd: Bool, isAscending: Bool)]

    init(_ descriptors: [NSSortDescriptor]?) {
        keys = (descriptors ?? []).map { descriptor in
            (descriptor.keyPath == \HKSample.endDate, descriptor.ascending)
        }
    }

    func sorted(_ samples: [HKSample]) -> [HKSample] {
        guard !keys.isEmpty else { return samples }
        return samples.sorted { left, right in
            for key in keys {
                let (first, second) =
                    key.isEnd ? (left.endDate, right.endDate) : (left.startDate, right.startDate)
                if first != second { return (first < second) == key.isAscending }
            }
            return false
        }
    }
}
