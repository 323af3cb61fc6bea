import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// Counts the live entities on this device.
package struct CountEntities: Sendable {
    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// The number of entities of each kind, and a localized list of them; the list is empty without
    /// entities.
    ///
    /// - Throws: an error of the database.
    package func callAsFunction() async throws -> (counts: [EntityKind: Int], text: String) {
        let counts = try await store.read { try $0.entities.counts() }
        let texts = EntityKind.allCases.compactMap { kind in
            counts[kind].map { Self.phrase(kind)($0) }
        }
        return (counts, texts.joined(separator: ", "))
    }

    private static func phrase(_ kind: EntityKind) -> LocalizedPlural {
        switch kind {
        case .eventType: Strings.Store.types
        case .propertyDefinition: Strings.Store.definitions
        case .geofence: Strings.Store.places
        case .event: Strings.Store.events
        }
    }
}
