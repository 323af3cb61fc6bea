public import Foundation

/// A query for the individual quantities of samples, including series.
public final class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    private let ordersByStart: Bool
    private let handler:
        @Sendable (Result<[HKQuantitySeriesSampleQueryDescriptor.Result], any Error>) -> Void

    init(
        scope: QueryScope,
        ordersByStart: Bool,
        handler:
            @escaping @Sendable (
                Result<[HKQuantitySeriesSampleQueryDescriptor.Result], any Error>
            ) -> Void
    ) {
        self.ordersByStart = ordersByStart
        self.handler = handler
        super.init(scopes: [scope], predicate: nil)
    }

    /// A query that delivers quantities one by one, with a flag for the last.
    ///
    /// Without matches the handler is called once without a quantity.
    public convenience init(
        quantityType: HKQuantityType,
        predicate: NSPredicate?,
        quantityHandler:
            @escaping @Sendable (
                HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool,
                (any Error)?
            ) -> Void
    ) {
        let box = WeakQuery()
        self.init(scope: QueryScope(quantityType, predicate), ordersByStart: false) { result in
            guard let query = box.query as? HKQuantitySeriesSampleQuery else { return }
            switch result {
            case .failure(let error): quantityHandler(query, nil, nil, nil, true, error)
            case .success(let found):
                if found.isEmpty { quantityHandler(query, nil, nil, nil, true, nil) }
                for (index, item) in found.enumerated() where !query.isStopped {
                    let isLast = index == found.count - 1
                    quantityHandler(
                        query,
                        item.quantity,
                        item.dateInterval,
                        item.sample,
                        isLast,
                        nil
                    )
                }
            }
        }
        box.query = self
    }

    override func start(in database: HealthDatabase, generation: Int) {
        let (scopes, ordersByStart) = (scopes, ordersByStart)
        database.evaluate(self, generation: generation) { state in
            let samples = try state.samples(scopes).compactMap { $0 as? HKQuantitySample }
            let found = samples.flatMap { sample in
                sample.points.map { point in
                    HKQuantitySeriesSampleQueryDescriptor.Result(
                        quantity: HKQuantity(unit: sample.quantity.unit, doubleValue: point.value),
                        dateInterval: DateInterval(start: point.start, end: point.end),
                        sample: sample
                    )
                }
            }
            guard ordersByStart else { return found }
            return found.enumerated()
                .sorted {
                    ($0.element.dateInterval.start, $0.offset)
                        < ($1.element.dateInterval.start, $1.offset)
                }
                .map(\.element)
        } deliver: { [self] result in
            handler(result)
        }
    }
}

/// A weak reference for a query's own handler.
private final class WeakQuery: @unchecked Sendable {
    // Unchecked: set once, before the query can be executed.
    weak var query: HKQuery?
}
