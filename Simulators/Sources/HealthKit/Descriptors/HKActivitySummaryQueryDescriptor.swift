public import Foundation

/// An activity summary query with an async result.
@available(iOS 15.4, *)
public struct HKActivitySummaryQueryDescriptor: Sendable {
    /// The sequence of summaries: all matches, then the changed ones.
    public struct Results: AsyncSequence {
        /// Summaries in order of their days.
        public typealias Element = [HKActivitySummary]

        let stream: AsyncThrowingStream<[HKActivitySummary], any Error>

        /// Iterates over results.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncThrowingStream<[HKActivitySummary], any Error>.AsyncIterator

            /// The next result; `nil` after the query was stopped.
            public mutating func next() async throws -> [HKActivitySummary]? {
                try await base.next()
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(base: stream.makeAsyncIterator())
        }
    }

    /// The predicate; all summaries when `nil`.
    public var predicate: NSPredicate? { box.predicate }
    private let box: PredicateBox

    /// A descriptor for the summaries that match a predicate.
    public init(predicate: NSPredicate?) {
        box = PredicateBox(predicate: predicate)
    }

    /// The summaries in order of their days.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        try await healthStore.result { resume in
            HKActivitySummaryQuery(predicate: predicate) { _, summaries, error in
                resume(answer(summaries, error))
            }
        }
    }

    /// The summaries, followed by changed ones.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            stream: healthStore.stream { yield in
                let query = HKActivitySummaryQuery(predicate: predicate) { _, summaries, error in
                    yield(summaries, error)
                }
                query.updateHandler = { _, summaries, error in yield(summaries, error) }
                return query
            }
        )
    }
}

/// A predicate in a value that is sent between tasks.
struct PredicateBox: @unchecked Sendable {
    // Unchecked: predicates are immutable; values that a block predicate captures are its author's
    // responsibility, as with Apple's.
    let predicate: NSPredicate?
}
