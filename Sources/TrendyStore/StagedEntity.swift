package import TrendyModel

/// An entity of a snapshot with the keys of its row, which are parsed outside the store.
package struct StagedEntity: Sendable {
    let entity: Entity
    let keys: EntityKeys

    /// Parses the keys of an entity.
    package init(_ entity: Entity) {
        self.entity = entity
        keys = EntityKeys(kind: entity.kind, content: entity.content)
    }
}
