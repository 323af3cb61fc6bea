public import TrendyModel
public import TrendyStore

/// Deletes an event.
public struct DeleteEvent: Sendable {
    private let store: DeviceStore

    /// A use case over a store.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// Deletes an event, durably, with its mutation; one that is gone already is fine.
    ///
    /// - Throws: what the database throws; nothing is deleted then.
    public func callAsFunction(_ id: EntityID) async throws {
        try await store.delete(id: id)
    }
}
