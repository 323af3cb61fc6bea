package import TrendyModel
package import TrendyStore

/// Deletes an event.
package struct DeleteEvent: Sendable {
    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Deletes an event and enqueues the mutation in one transaction.
    ///
    /// Does nothing when the event is deleted already.
    ///
    /// - Throws: an error of the database; nothing is deleted then.
    package func callAsFunction(_ id: EntityID) async throws {
        try await store.write { try $0.entities.delete(id: id) }
    }
}
