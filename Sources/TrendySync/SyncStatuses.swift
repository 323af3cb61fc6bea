import TrendyModel
public import TrendyStore

/// The states of sync as they change: the present one first, then each that is another.
public struct SyncStatuses: AsyncSequence, Sendable {
    private let store: DeviceStore
    private let read: @Sendable () async throws -> SyncStatus

    /// The states of a store; `read` tells the present one.
    public init(store: DeviceStore, read: @escaping @Sendable () async throws -> SyncStatus) {
        self.store = store
        self.read = read
    }

    /// Begins with the present state.
    public func makeAsyncIterator() -> Iterator {
        Iterator(listener: store.commits(), read: read)
    }

    /// Waits for what is committed; a database that cannot be read now is read after the next
    /// commit.
    public final class Iterator: AsyncIteratorProtocol {
        private let listener: Broadcaster<StoreTopic>.Listener
        private var notices: AsyncStream<Void>.Iterator
        private let read: @Sendable () async throws -> SyncStatus
        private var last: SyncStatus?

        init(
            listener: Broadcaster<StoreTopic>.Listener,
            read: @escaping @Sendable () async throws -> SyncStatus
        ) {
            self.listener = listener
            self.read = read
            notices = listener.notices.makeAsyncIterator()
            listener.wake()
        }

        deinit { listener.stop() }

        /// The next state that is another than the one before.
        public func next() async -> SyncStatus? {
            var notices = notices
            defer { self.notices = notices }
            while await notices.next() != nil {
                guard let status = try? await read(), status != last else { continue }
                last = status
                return status
            }
            return nil
        }
    }
}
