public import CoreLocation

/// Where a route went, waited for.
public struct HKWorkoutRouteQueryDescriptor: Sendable {
    /// Locations, in their order.
    public struct Results: AsyncSequence, Sendable {
        /// One location.
        public typealias Element = CLLocation

        let stream: AsyncThrowingStream<CLLocation, any Error>

        /// Waits for locations, one after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<CLLocation, any Error>.AsyncIterator

            /// The next location; `nil` at the end.
            public mutating func next() async throws -> CLLocation? {
                try await base.next()
            }
        }

        /// Waits for locations, one after the other.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    private let route: HKWorkoutRoute

    /// The locations of a route.
    public init(_ route: HKWorkoutRoute) {
        self.route = route
    }

    /// The locations, one after the other.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream(of: { resume in
                let pieces = Pieces<CLLocation>()
                return HKWorkoutRouteQuery(route: route) { _, locations, isLast, error in
                    if let error { return resume(.failure(error)) }
                    pieces.append(locations ?? [])
                    if isLast { resume(.success(pieces.all)) }
                }
            })
        )
    }
}
