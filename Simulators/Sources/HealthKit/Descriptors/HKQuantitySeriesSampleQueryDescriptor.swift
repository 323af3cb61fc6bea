public import Foundation

/// A quantity series query with an async result.
public struct HKQuantitySeriesSampleQueryDescriptor {
    /// Options of the results.
    public struct Options: OptionSet, Sendable {
        /// The raw value, which differs from Apple's undocumented one.
        public let rawValue: Int

        /// Options from a raw value.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Include each quantity's sample.
        public static let includeSample = Options(rawValue: 1)
        /// Order by the start of the quantities instead of their samples.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
    }

    /// One quantity.
    public struct Result: Sendable {
        /// The quantity.
        public let quantity: HKQuantity
        /// The time range.
        public let dateInterval: DateInterval
        /// The quantity's sample, if requested.
        public let sample: HKQuantitySample?
    }

    /// The sequence of quantities.
    public struct Results: AsyncSequence {
        /// One quantity.
        public typealias Element = Result

        let stream: AsyncThrowingStream<Result, any Error>

        /// Iterates over the quantities.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<Result, any Error>.AsyncIterator

            /// The next quantity; `nil` at the end.
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
    /// The options.
    public let options: Options

    /// A descriptor for the quantities of samples.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// The quantities in order.
    public func results(for healthStore: HKHealthStore) -> Results {
        let includesSample = options.contains(.includeSample)
        return Results(
            stream: healthStore.stream(of: { resume in
                HKQuantitySeriesSampleQuery(
                    scope: predicate.scope,
                    ordersByStart: options.contains(.orderByQuantitySampleStartDate)
                ) { result in
                    resume(
                        result.map { found in
                            found.map { item in
                                Result(
                                    quantity: item.quantity,
                                    dateInterval: item.dateInterval,
                                    sample: includesSample ? item.sample : nil
                                )
                            }
                        }
                    )
                }
            })
        )
    }
}
