package import TrendyModel
package import TrendyStore

/// Edits an event.
///
/// Fields that the patch does not contain are kept, including unknown ones.
package struct EditEvent: Sendable {
    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Edits an event and enqueues its mutation in one transaction.
    ///
    /// An empty edit writes nothing.
    ///
    /// - Throws: `StoreError` with code `notFound` when the event was deleted, `invalid` when the
    ///   edit violates a validation rule. Nothing is written then.
    package func callAsFunction(_ id: EntityID, _ patch: EventPatch) async throws {
        try await store.write { try $0.entities.update(id: id, change: patch.change) }
    }
}
