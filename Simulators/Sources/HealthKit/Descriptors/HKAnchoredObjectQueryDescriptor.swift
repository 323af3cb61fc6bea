import Foundation

/// An anchored object query with an async result.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: Sendable {
    /// Changes in the order in which they reached the store.
    public struct Result {
        /// The added samples.
        public let addedSamples: [Sample]
        /// The deleted objects.
        public let deletedObjects: [HKDeletedObject]
        /// The anchor for the next query; unchanged when there were no changes.
        public let newAnchor: HKQueryAnchor
    }

    /// A ``Result`` that may cross isolation.
    struct Page: Sendable {
        let addedSamples: [Sample]
        let deletedObjects: [HKDeletedObject]
        let newAnchor: HKQueryAnchor

        var result: Result {
            Result(
                addedSamples: addedSamples,
                deletedObjects: deletedObjects,
                newAnchor: newAnchor
            )
        }
    }

    /// The sequence of changes, beginning with the existing ones.
    public struct Results: AsyncSequence {
        /// One batch of changes.
        public typealias Element = Result

        let stream: AsyncThrowingStream<Page, any Error>

        /// Iterates over batches of changes.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<Page, any Error>.AsyncIterator

            /// The next batch; `nil` after the query was stopped.
            public mutating func next() async throws -> Result? {
                try await base.next()?.result
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// The samples to match.
    public let predicates: [HKSamplePredicate<Sample>]
    /// The anchor of the previous query; `nil` for all samples.
    public let anchor: HKQueryAnchor?
    /// The largest number of samples and deleted objects together; no limit when `nil`.
    public let limit: Int?

    /// A descriptor for changes after an anchor.
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
        let page: Page = try await healthStore.result { resume in
            query { resume(answer($0, $1)) }
        }
        return page.result
    }

    /// The existing changes, followed by new ones.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream { yield in
                let query = query(yield)
                query.updateHandler = { _, samples, deleted, anchor, error in
                    yield(Self.page(samples, deleted, anchor), error)
                }
                return query
            }
        )
    }

    private func query(
        _ handle: @escaping @Sendable (Page?, (any Error)?) -> Void
    ) -> HKAnchoredObjectQuery {
        HKAnchoredObjectQuery(
            predicates.map(\.scope),
            nil,
            anchor,
            limit ?? HKObjectQueryNoLimit
        ) { _, samples, deleted, anchor, error in
            handle(Self.page(samples, deleted, anchor), error)
        }
    }

    private static func page(
        _ samples: [HKSample]?,
        _ deleted: [HKDeletedObject]?,
        _ anchor: HKQueryAnchor?
    ) -> Page? {
        guard let samples, let deleted, let anchor else { return nil }
        return Page(
            addedSamples: samples.compactMap { $0 as? Sample },
            deletedObjects: deleted,
            newAnchor: anchor
        )
    }
}
