public import Foundation

/// A statistics query over the matching samples.
public final class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let type: HKQuantityType
    private let options: HKStatisticsOptions
    private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    /// A query for the statistics of a quantity; it fails with `errorNoData` when no samples match.
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        completionHandler handler:
            @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        StatisticsWork.check(options, for: quantityType)
        type = quantityType
        self.options = options
        self.handler = handler
        super.init(
            scopes: [QueryScope(quantityType, quantitySamplePredicate)],
            predicate: quantitySamplePredicate
        )
    }

    override func start(in database: HealthDatabase, generation: Int) {
        let (type, options, scopes) = (type, options, scopes)
        database.evaluate(self, generation: generation) { state in
            let measurements = try scopes.flatMap { try state.measurements($0) }
            let work = StatisticsWork(type: type, options: options, measurements: measurements)
            guard let statistics = work.whole() else {
                throw HKError(.errorNoData, "No data available for the specified predicate.")
            }
            return statistics
        } deliver: { [self] result in
            switch result {
            case .success(let statistics): handler(self, statistics, nil)
            case .failure(let error): handler(self, nil, error)
            }
        }
    }
}
