public import CoreLocation

/// A workout route query with an async result.
public struct HKWorkoutRouteQueryDescriptor {
    /// The sequence of locations.
    public struct Results: AsyncSequence {
        /// One location.
        public typealias Element = CLLocation

        let stream: AsyncThrowingStream<CLLocation, any Error>

        /// Iterates over the locations.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<CLLocation, any Error>.AsyncIterator

            /// The next location; `nil` at the end.
            public mutating func next() async throws -> CLLocation? {
                try await base.next()
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    private let route: HKWorkoutRoute

    /// The locations of a route.
    public init(_ route: HKWorkoutRoute) {
        self.route = route
    }

    /// The locations in order.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream(of: { resume in
                let chunks = ChunkCollector<CLLocation>()
                return HKWorkoutRouteQuery(route: route) { _, locations, isLast, error in
                    if let error { return resume(.failure(error)) }
                    chunks.append(locations ?? [])
                    if isLast { resume(.success(chunks.all)) }
                }
            })
        )
    }
}
