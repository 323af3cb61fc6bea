import Foundation

/// What changed since an anchor, waited for.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: Sendable {
    /// Changes, in the order in which the store saw them.
    public struct Result: Sendable {
        /// What was saved.
        public let addedSamples: [Sample]
        /// What was deleted.
        public let deletedObjects: [HKDeletedObject]
        /// Where to go on; the same as before when there was nothing.
        public let newAnchor: HKQueryAnchor
    }

    /// Changes as they come, the first ones at once.
    public struct Results: AsyncSequence, Sendable {
        /// One batch of changes.
        public typealias Element = Result

        let stream: AsyncThrowingStream<Result, any Error>

        /// Waits for batches, one after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<Result, any Error>.AsyncIterator

            /// The next batch; `nil` when the query was stopped.
            public mutating func next() async throws -> Result? {
                try await base.next()
            }
        }

        /// Waits for batches, one after the other.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// Which samples.
    public let predicates: [HKSamplePredicate<Sample>]
    /// What was seen already.
    public let anchor: HKQueryAnchor?
    /// How many samples and deleted objects at most, together; all when `nil`.
    public let limit: Int?

    /// Changes of samples after an anchor.
    public init(
        predicates: [HKSamplePredicate<Sample>],
        anchor: HKQueryAnchor?,
        limit: Int? = nil
    ) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// The next page of changes.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        try await healthStore.result { resume in
            query { resume(answer($0, $1)) }
        }
    }

    /// The changes until now, and then those that come.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream { yield in
                let query = query(yield)
                query.updateHandler = { _, samples, deleted, anchor, error in
                    yield(Self.result(samples, deleted, anchor), error)
                }
                return query
            }
        )
    }

    private func query(
        _ handle: @escaping @Sendable (Result?, (any Error)?) -> Void
    ) -> HKAnchoredObjectQuery {
        HKAnchoredObjectQuery(
            predicates.map(\.scope),
            nil,
            anchor,
            limit ?? HKObjectQueryNoLimit
        ) { _, samples, deleted, anchor, error in
            handle(Self.result(samples, deleted, anchor), error)
        }
    }

    private static func result(
        _ samples: [HKSample]?,
        _ deleted: [HKDeletedObject]?,
        _ anchor: HKQueryAnchor?
    ) -> Result? {
        guard let samples, let deleted, let anchor else { return nil }
        return Result(
            addedSamples: samples.compactMap { $0 as? Sample },
            deletedObjects: deleted,
            newAnchor: anchor
        )
    }
}
