public import Foundation

/// A statistics collection query with an async result.
public struct HKStatisticsCollectionQueryDescriptor {
    /// A collection with its changes.
    public struct Result: Sendable {
        /// The complete collection.
        public let statisticsCollection: HKStatisticsCollection
        /// The changed statistics; `nil` in the first result.
        public let updatedStatistics: [HKStatistics]?
    }

    /// The sequence of collections, beginning with the current one.
    public struct Results: AsyncSequence {
        /// A collection with its changes.
        public typealias Element = Result

        let stream: AsyncThrowingStream<Result, any Error>

        /// Iterates over collections.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<Result, any Error>.AsyncIterator

            /// The next collection; `nil` after the query was stopped.
            public mutating func next() async throws -> Result? {
                try await base.next()
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// The samples to match.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// The statistics to compute.
    public let options: HKStatisticsOptions
    /// The start of the first interval.
    public let anchorDate: Date
    /// The length of an interval.
    public let intervalComponents: DateComponents

    /// A descriptor for statistics by interval.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>,
        options: HKStatisticsOptions,
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// The current statistics.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        try await healthStore.result { resume in
            let query = makeQuery()
            query.initialResultsHandler = { _, collection, error in
                resume(answer(collection, error))
            }
            return query
        }
    }

    /// The current statistics, followed by updates.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream { yield in
                let query = makeQuery()
                query.initialResultsHandler = { _, collection, error in
                    yield(
                        collection.map {
                            Result(statisticsCollection: $0, updatedStatistics: nil)
                        },
                        error
                    )
                }
                query.changeHandler = { collection, changed, error in
                    yield(
                        collection.map {
                            Result(statisticsCollection: $0, updatedStatistics: changed)
                        },
                        error
                    )
                }
                return query
            }
        )
    }

    private func makeQuery() -> HKStatisticsCollectionQuery {
        HKStatisticsCollectionQuery(
            quantityType: predicate.quantityType,
            quantitySamplePredicate: SamplePredicate(predicate.scope.filter),
            options: options,
            anchorDate: anchorDate,
            intervalComponents: intervalComponents
        )
    }
}
