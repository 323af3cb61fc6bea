/// An electrocardiogram query with an async result.
@available(iOS 15.4, *)
public struct HKElectrocardiogramQueryDescriptor: Sendable {
    /// The sequence of voltages.
    public struct Results: AsyncSequence {
        /// One voltage.
        public typealias Element = HKElectrocardiogram.VoltageMeasurement

        let stream: AsyncThrowingStream<HKElectrocardiogram.VoltageMeasurement, any Error>

        /// Iterates over the voltages.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base:
                AsyncThrowingStream<HKElectrocardiogram.VoltageMeasurement, any Error>.AsyncIterator

            /// The next voltage; `nil` at the end.
            public mutating func next() async throws -> HKElectrocardiogram.VoltageMeasurement? {
                try await base.next()
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// The electrocardiogram.
    public let electrocardiogram: HKElectrocardiogram

    /// The voltages of an electrocardiogram.
    public init(_ electrocardiogram: HKElectrocardiogram) {
        self.electrocardiogram = electrocardiogram
    }

    /// The voltages in order.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream(of: { resume in
                let found = ChunkCollector<HKElectrocardiogram.VoltageMeasurement>()
                return HKElectrocardiogramQuery(electrocardiogram) { _, result in
                    switch result {
                    case .measurement(let measurement): found.append([measurement])
                    case .done: resume(.success(found.all))
                    case .error(let error): resume(.failure(error))
                    }
                }
            })
        )
    }
}
