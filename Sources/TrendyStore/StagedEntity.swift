public import TrendyModel

/// An entity of a snapshot, with the keys of its row: they are read where it arrives, while the
/// store writes others.
public struct StagedEntity: Sendable {
    let entity: Entity
    let keys: EntityKeys

    /// Reads the keys of an entity.
    public init(_ entity: Entity) {
        self.entity = entity
        keys = EntityKeys(kind: entity.kind, content: entity.content)
    }
}
