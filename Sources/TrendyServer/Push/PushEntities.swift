import TrendyModel
import TrendyWire

/// Cache of the entities that a push changes or refers to, in their current state within the push.
///
/// Small entities are cached whole. The content of large entities is read on demand, because a
/// request can name hundreds of them.
struct PushEntities {
    /// The maximum content size of a completely cached entity, in bytes.
    static let cachedContentBytes = 16 * 1024

    private var cached: [EntityID: Entity] = [:]
    /// The entities that are cached without their content.
    private var large: Set<EntityID> = []

    /// Creates a cache of what is stored.
    ///
    /// - `count`: the number of entities that the push can write.
    init(_ entities: [StoredEntity], reserving count: Int) {
        cached.reserveCapacity(entities.count + count)
        for stored in entities {
            cached[stored.entity.id] = stored.entity
            if !stored.hasContent { large.insert(stored.entity.id) }
        }
    }

    /// The common fields of an entity; its content may be missing.
    func head(of id: EntityID) -> Entity? { cached[id] }

    /// An entity with its content.
    func entity(_ id: EntityID, in database: inout some PushDatabase) throws -> Entity? {
        guard large.contains(id) else { return cached[id] }
        return try database.entity(id)
    }

    /// Caches an entity that was just written.
    mutating func cache(_ entity: Entity) {
        var entity = entity
        if entity.content.utf8.count > Self.cachedContentBytes {
            entity.content = Entity.emptyContent
            large.insert(entity.id)
        } else {
            large.remove(entity.id)
        }
        cached[entity.id] = entity
    }

    /// The entities that commands change or name as parents; may repeat.
    static func ids(in commands: [PushCommand]) -> [EntityID] {
        var ids: [EntityID] = []
        ids.reserveCapacity(2 * commands.count)
        for command in commands {
            let mutation = command.mutation
            ids.append(mutation.entityID)
            guard mutation.operation != .delete else { continue }
            let keys =
                command.scan?.keys ?? EntityKeys(kind: mutation.kind, content: mutation.fields)
            for parent in keys.parents { ids.append(parent) }
        }
        return ids
    }
}
