public import Foundation

/// Statistics of span after span, waited for.
public struct HKStatisticsCollectionQueryDescriptor: Sendable {
    /// A collection and what is new in it.
    public struct Result: Sendable {
        /// All of it.
        public let statisticsCollection: HKStatisticsCollection
        /// What changed; `nil` the first time.
        public let updatedStatistics: [HKStatistics]?
    }

    /// Collections as they change, the first one at once.
    public struct Results: AsyncSequence, Sendable {
        /// A collection and what is new in it.
        public typealias Element = Result

        let stream: AsyncThrowingStream<Result, any Error>

        /// Waits for collections, one after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<Result, any Error>.AsyncIterator

            /// The next collection; `nil` when the query was stopped.
            public mutating func next() async throws -> Result? {
                try await base.next()
            }
        }

        /// Waits for collections, one after the other.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// Over which samples.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// What is computed.
    public let options: HKStatisticsOptions
    /// Where the first span begins.
    public let anchorDate: Date
    /// How long a span is.
    public let intervalComponents: DateComponents

    /// Statistics over samples, divided.
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

    /// The statistics as they are now.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        try await healthStore.result { resume in
            let query = makeQuery()
            query.initialResultsHandler = { _, collection, error in
                resume(answer(collection, error))
            }
            return query
        }
    }

    /// The statistics as they are now, and as they become.
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
