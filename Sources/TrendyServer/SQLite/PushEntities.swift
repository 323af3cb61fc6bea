import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// Cache of the entities that a push changes or refers to, in their current state within the push.
///
/// One query reads them all. Small entities are cached whole. The content of large entities is read
/// on demand, because a request can name hundreds of them.
struct PushEntities {
    /// The maximum content size of a completely cached entity, in bytes.
    static let cachedContentBytes = 16 * 1024

    private let db: Database
    private let account: EntityID
    private var cached: [EntityID: Entity] = [:]
    /// The entities that are cached without their content.
    private var large: Set<EntityID> = []

    /// Reads the entities that the commands change or name as parents.
    init(_ db: Database, account: EntityID, commands: [PushCommand]) throws {
        self.db = db
        self.account = account
        let ids = Self.ids(in: commands)
        let statement = try PreparedStatement(db, ServerQuery.wantedEntities)
        ids.bind(to: statement)
        statement.bind(3, account)
        var cached: [EntityID: Entity] = [:]
        var large: Set<EntityID> = []
        cached.reserveCapacity(ids.count)
        try statement.forEachRow { row in
            let isLarge = EntityRow.contentBytes(of: row) > Self.cachedContentBytes
            let entity = try EntityRow.read(row, withContent: !isLarge)
            cached[entity.id] = entity
            if isLarge { large.insert(entity.id) }
        }
        self.cached = cached
        self.large = large
    }

    /// The common fields of an entity; its content may be missing.
    func head(of id: EntityID) -> Entity? { cached[id] }

    /// An entity with its content.
    func entity(_ id: EntityID) throws -> Entity? {
        guard large.contains(id) else { return cached[id] }
        let statement = try PreparedStatement(db, ServerQuery.entity)
        statement.bind(1, account)
        statement.bind(2, id)
        return try statement.firstRow { try EntityRow.read($0) }
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

    private static func ids(in commands: [PushCommand]) -> IDList {
        var ids = IDList()
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
