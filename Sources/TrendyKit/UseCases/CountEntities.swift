import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// Counts what is stored on this device.
public struct CountEntities: Sendable {
    private let store: DeviceStore

    /// A use case over a store.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// How much there is of each kind, and the same in words; no words where there is nothing.
    ///
    /// - Throws: what the database throws.
    public func callAsFunction() async throws -> (counts: [EntityKind: Int], words: String) {
        let counts = try await store.counts()
        let words = EntityKind.allCases.compactMap { kind in
            counts[kind].map { Self.phrase(kind)($0) }
        }
        return (counts, words.joined(separator: ", "))
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
