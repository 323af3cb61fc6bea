package import TrendyModel

/// The live events that match a filter, newest first, in pages that are read one after the other.
///
/// Each page is a transaction of its own, so that a long read does not occupy the store. A page may
/// be empty although others follow, because the filter's limit is the number of events that a page
/// searches. The iterator throws ``StoreError``, and `CancellationError` between two pages.
package struct EventPages: AsyncSequence, Sendable {
    fileprivate let store: DeviceStore
    fileprivate let filter: EventFilter
    fileprivate let search: EventSearch

    package func makeAsyncIterator() -> Iterator {
        Iterator(store: store, search: search, filter: filter)
    }

    /// The position in the events.
    package struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let store: DeviceStore
        fileprivate let search: EventSearch
        /// The filter of the next page; `nil` after the last one.
        fileprivate var filter: EventFilter?

        package mutating func next() async throws -> [Entity]? {
            guard var filter else { return nil }
            try Task.checkCancellation()
            let page = try await store.read { [filter, search] in
                try $0.entities.events(filter, matching: search)
            }
            if let next = page.next {
                filter.before = next
                self.filter = filter
            } else {
                self.filter = nil
            }
            return page.found
        }
    }
}

extension DeviceStore {
    /// All live events that match, newest first, in pages.
    ///
    /// - Parameters:
    ///   - filter: the events to search; its limit is the number of events in a page.
    ///   - search: which of them match; all by default, also those that cannot be decoded.
    /// - Returns: the pages; each iteration reads them again.
    package nonisolated func eventPages(
        _ filter: EventFilter,
        matching search: EventSearch = EventSearch()
    ) -> EventPages {
        EventPages(store: self, filter: filter, search: search)
    }
}
