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
    /// - Returns: the event as it was, for ``RestoreEvent``; `nil` when it was deleted already.
    /// - Throws: an error of the database; nothing is deleted then.
    @discardableResult
    package func callAsFunction(_ id: EntityID) async throws -> Entity? {
        try await store.write { transaction in
            let entity = try transaction.entities.fetch(id: id)
            try transaction.entities.delete(id: id)
            return entity
        }
    }
}
