public import Foundation

/// The single quantities of samples, waited for.
public struct HKQuantitySeriesSampleQueryDescriptor: Sendable {
    /// How the quantities are handed out.
    public struct Options: OptionSet, Sendable {
        /// A number of our own; Apple's are not documented.
        public let rawValue: Int

        /// By its number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// With the sample that each is of.
        public static let includeSample = Options(rawValue: 1)
        /// By their own start, not by that of their samples.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
    }

    /// One quantity.
    public struct Result: Sendable {
        /// How much.
        public let quantity: HKQuantity
        /// When.
        public let dateInterval: DateInterval
        /// The sample that it is of, if that was asked for.
        public let sample: HKQuantitySample?
    }

    /// Quantities, in their order.
    public struct Results: AsyncSequence, Sendable {
        /// One quantity.
        public typealias Element = Result

        let stream: AsyncThrowingStream<Result, any Error>

        /// Waits for quantities, one after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<Result, any Error>.AsyncIterator

            /// The next quantity; `nil` at the end.
            public mutating func next() async throws -> Result? {
                try await base.next()
            }
        }

        /// Waits for quantities, one after the other.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// Of which samples.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// How they are handed out.
    public let options: Options

    /// The quantities of samples.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// The quantities, one after the other.
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
