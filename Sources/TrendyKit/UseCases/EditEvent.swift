package import TrendyModel
package import TrendyStore

/// Edits an event.
///
/// Fields that the patch does not contain are kept, including unknown ones.
package struct EditEvent: Sendable {
    /// Another edit was stored since the caller read the event; nothing was written.
    package struct ChangedMeanwhile: Error {}

    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Edits an event and enqueues its mutation in one transaction.
    ///
    /// An empty edit writes nothing.
    ///
    /// - Parameters:
    ///   - id: the event.
    ///   - patch: the new values.
    ///   - properties: the properties to set, or to remove where the value is `nil`; all others
    ///     keep the value that they have when the edit is stored.
    ///   - content: the content that the event must still have; `nil` for any.
    /// - Throws: `StoreError` with code `notFound` when the event was deleted, `invalid` when the
    ///   edit violates a validation rule; ``ChangedMeanwhile``. Nothing is written then.
    package func callAsFunction(
        _ id: EntityID,
        _ patch: EventPatch,
        properties: [String: PropertyValue?] = [:],
        expecting content: RawJSON? = nil
    ) async throws {
        try await store.write { transaction in
            if let content {
                let stored = try transaction.entities.fetch(id: id)?.content
                // A deleted event is reported as missing.
                if let stored, stored != content { throw ChangedMeanwhile() }
            }
            var patch = patch
            if !properties.isEmpty {
                var bag =
                    try transaction.entities.fetch(id: id)?.document()["properties"]
                    .flatMap { PropertyBag(json: $0) } ?? PropertyBag()
                for (key, value) in properties { bag[key] = value }
                patch.properties = bag.isEmpty ? .clear : .set(bag)
            }
            try transaction.entities.update(id: id, change: patch.change)
        }
    }
}
