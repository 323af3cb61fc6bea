package import TrendyModel
package import TrendyStore

/// Restores an event that the person deleted by mistake.
package struct RestoreEvent: Sendable {
    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Restores an event with its id and its content.
    ///
    /// A deletion that was not sent yet is removed from the queue; otherwise the event is created
    /// again. Does nothing when the event exists, for example because another device restored it.
    ///
    /// - Parameter event: the event as ``DeleteEvent`` returned it.
    /// - Throws: an error of the database; nothing is restored then.
    package func callAsFunction(_ event: Entity) async throws {
        try await store.write { try $0.entities.restore(event) }
    }
}
