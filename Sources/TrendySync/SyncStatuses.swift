import TrendyModel
package import TrendyStore

/// An asynchronous sequence of sync states: the current state, then each different one.
package struct SyncStatuses: AsyncSequence, Sendable {
    private let store: DeviceStore
    private let read: @Sendable () async throws -> SyncStatus

    /// Creates the sequence for a store; `read` returns the current state.
    package init(store: DeviceStore, read: @escaping @Sendable () async throws -> SyncStatus) {
        self.store = store
        self.read = read
    }

    /// Starts with the current state.
    package func makeAsyncIterator() -> Iterator {
        Iterator(listener: store.commits(), read: read)
    }

    /// Waits for commits; a database that is unreadable now is read again after the next commit.
    package final class Iterator: AsyncIteratorProtocol {
        private let listener: Broadcaster<StoreTopic>.Listener
        private var events: AsyncStream<Void>.Iterator
        private let read: @Sendable () async throws -> SyncStatus
        private var last: SyncStatus?

        init(
            listener: Broadcaster<StoreTopic>.Listener,
            read: @escaping @Sendable () async throws -> SyncStatus
        ) {
            self.listener = listener
            self.read = read
            events = listener.events.makeAsyncIterator()
            listener.wake()
        }

        deinit { listener.stop() }

        /// The next state that differs from the previous one.
        package func next() async -> SyncStatus? {
            var events = events
            defer { self.events = events }
            while await events.next() != nil {
                guard let status = try? await read(), status != last else { continue }
                last = status
                return status
            }
            return nil
        }
    }
}
