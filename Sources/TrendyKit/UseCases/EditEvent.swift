public import TrendyModel
public import TrendyStore

/// Changes an event as a person wants it; what they do not touch stays, also what this program
/// does not know.
public struct EditEvent: Sendable {
    private let store: DeviceStore

    /// A use case over a store.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// Changes an event, durably, with its mutation; an edit of nothing writes nothing.
    ///
    /// - Throws: `StoreError` of the code `notFound` when it is gone, `invalid` when the edit
    ///   breaks rules; nothing is written then.
    public func callAsFunction(_ id: EntityID, _ patch: EventPatch) async throws {
        try await store.update(id: id, change: patch.change)
    }
}
