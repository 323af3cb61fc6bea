package import TrendyModel

/// The entities that committed transactions changed.
package struct StoreChanges: Sendable, Equatable {
    /// The maximum number of entities that are reported individually; with more, all entities count
    /// as changed.
    package static let bound = 500

    /// The entities that were created, updated or deleted, or whose mutations changed; empty when
    /// ``isEverything`` is set.
    package private(set) var entities: [EntityID: EntityKind] = [:]
    /// Whether any entity may have changed.
    package private(set) var isEverything = false

    /// No changes.
    package init() {}

    /// Changes of all entities.
    package static var everything: StoreChanges {
        var changes = StoreChanges()
        changes.isEverything = true
        return changes
    }

    /// Whether no entity changed.
    package var isEmpty: Bool { entities.isEmpty && !isEverything }

    /// Whether an entity of a kind may have changed.
    package func touches(_ kind: EntityKind) -> Bool {
        isEverything || entities.values.contains(kind)
    }

    mutating func record(_ id: EntityID, _ kind: EntityKind) {
        guard !isEverything else { return }
        entities[id] = kind
        if entities.count > Self.bound { self = .everything }
    }

    mutating func formUnion(_ other: StoreChanges) {
        guard !other.isEverything else { return self = .everything }
        for (id, kind) in other.entities { record(id, kind) }
    }
}
