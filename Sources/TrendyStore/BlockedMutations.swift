import GRDB
import TrendyModel
import TrendySQLite

/// Counts the pending mutations that a failed mutation blocks, of the same entity or of an entity
/// that refers to it.
///
/// Starts from the failed mutations, so the cost grows with the failed and blocked mutations and
/// not with the length of the queue.
struct BlockedMutations {
    private let db: Database
    /// The entities whose pending mutations are all blocked.
    private var blockedQueues: Set<EntityID> = []
    /// Blocked entities that the server lacks and whose references are still to be searched.
    private var missingParents: [EntityID] = []
    private var count = 0

    private init(_ db: Database) {
        self.db = db
    }

    /// The number of blocked mutations.
    static func count(_ db: Database) throws -> Int {
        var blocked = BlockedMutations(db)
        var failed: [EntityID] = []
        let statement = try PreparedStatement(db, BlockedMutationQuery.failedMutations)
        try statement.forEachRow { failed.append(try $0.id(0)) }
        for id in failed { try blocked.block(id) }
        while let parent = blocked.missingParents.popLast() {
            for child in try blocked.children(of: parent) { try blocked.block(child) }
        }
        return blocked.count
    }

    /// The number of blocked mutations by the code of the failed one that blocks them first.
    ///
    /// - `roots`: the entities of failed mutations, and the codes of these.
    static func counts(
        _ db: Database,
        from roots: [(entity: EntityID, code: String)]
    ) throws -> [String: Int] {
        var blocked = BlockedMutations(db)
        var counts: [String: Int] = [:]
        for (id, code) in roots {
            let before = blocked.count
            try blocked.block(id)
            while let parent = blocked.missingParents.popLast() {
                for child in try blocked.children(of: parent) { try blocked.block(child) }
            }
            if blocked.count > before { counts[code, default: 0] += blocked.count - before }
        }
        return counts
    }

    /// Counts the pending mutations of an entity, and records whether the server lacks the entity.
    private mutating func block(_ id: EntityID) throws {
        guard blockedQueues.insert(id).inserted else { return }
        let entityQueue = try PreparedStatement(db, BlockedMutationQuery.entityQueue)
        entityQueue.bind(1, id)
        var createdKind: EntityKind?
        try entityQueue.forEachRow { row in
            if row.int(0) == 0 { count += 1 }
            if row.string(1) == "create" { createdKind = EntityKind(rawValue: Int(row.int(2))) }
        }
        // Entities refer only to entities of these kinds.
        if let createdKind, [.eventType, .geofence].contains(createdKind) {
            missingParents.append(id)
        }
    }

    /// The entities with a pending mutation that refers to an entity.
    private func children(of id: EntityID) throws -> [EntityID] {
        var children: [EntityID] = []
        func add(_ row: PreparedRow) throws {
            guard let kind = EntityKind(rawValue: Int(row.int(1))) else { return }
            let keys = EntityKeys(kind: kind, content: row.json(2))
            if keys.parents.contains(id) { children.append(try row.id(0)) }
        }
        // The content of the mutation counts, not the current one of the entity: later edits and a
        // deletion are behind the creation in the queue.
        for query in [
            BlockedMutationQuery.referencingEvents, BlockedMutationQuery.referencingOthers,
        ] {
            let statement = try PreparedStatement(db, query)
            statement.bind(1, id.description)
            try statement.forEachRow(add)
        }
        return children
    }
}
