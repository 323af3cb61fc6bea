import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// The entities that a push changes or refers to, each as it is at that moment of the push.
///
/// What is small is read in one query and kept. Of what is large only what all entities have is
/// kept, and the rest is read when it is needed: a request may name hundreds of them.
struct PushEntities {
    /// The most bytes of content that are kept of an entity.
    static let keptContentBytes = 16 * 1024

    private let db: Database
    private let account: EntityID
    private var kept: [EntityID: Entity] = [:]
    /// Those that are kept without their content.
    private var large: Set<EntityID> = []

    /// Reads the entities that the commands change or name as parents.
    init(_ db: Database, account: EntityID, commands: [PushCommand]) throws {
        self.db = db
        self.account = account
        let ids = Self.ids(in: commands)
        let statement = try PreparedStatement(db, ServerQuery.wantedEntities)
        ids.bind(to: statement)
        statement.bind(3, account)
        var kept: [EntityID: Entity] = [:]
        var large: Set<EntityID> = []
        kept.reserveCapacity(ids.count)
        try statement.forEachRow { row in
            let isLarge = EntityRow.contentBytes(of: row) > Self.keptContentBytes
            let entity = try EntityRow.read(row, withContent: !isLarge)
            kept[entity.id] = entity
            if isLarge { large.insert(entity.id) }
        }
        self.kept = kept
        self.large = large
    }

    /// What all entities have, of one; whether it has its content is left open.
    func head(of id: EntityID) -> Entity? { kept[id] }

    /// An entity with its content.
    func entity(_ id: EntityID) throws -> Entity? {
        guard large.contains(id) else { return kept[id] }
        let statement = try PreparedStatement(db, ServerQuery.entity)
        statement.bind(1, account)
        statement.bind(2, id)
        return try statement.firstRow { try EntityRow.read($0) }
    }

    /// Keeps an entity as it has just been written.
    mutating func keep(_ entity: Entity) {
        var entity = entity
        if entity.content.utf8.count > Self.keptContentBytes {
            entity.content = Entity.emptyContent
            large.insert(entity.id)
        } else {
            large.remove(entity.id)
        }
        kept[entity.id] = entity
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
