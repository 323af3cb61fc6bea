import GRDB
import TrendyModel
import TrendySQLite

/// What waits behind something that a person must decide about: of the same entity, or of one that
/// it refers to.
///
/// It is found from there, so that it costs as much as is undecided or blocked, and not as much as
/// waits.
struct BlockedMutations {
    private let db: Database
    /// The entities of which all that waits is blocked.
    private var closed: Set<EntityID> = []
    /// Those of them that the server does not have: what refers to them is blocked, too.
    private var missing: [EntityID] = []
    private var waiting = 0

    private init(_ db: Database) {
        self.db = db
    }

    /// How many mutations are blocked.
    static func count(_ db: Database) throws -> Int {
        var blocked = BlockedMutations(db)
        var undecided: [EntityID] = []
        let statement = try PreparedStatement(db, BlockedMutationQuery.failedMutations)
        try statement.forEachRow { undecided.append(try $0.id(0)) }
        for id in undecided { try blocked.close(id) }
        while let next = blocked.missing.popLast() {
            for child in try blocked.children(of: next) { try blocked.close(child) }
        }
        return blocked.waiting
    }

    /// Counts what waits of an entity, and notes whether the server lacks it.
    private mutating func close(_ id: EntityID) throws {
        guard closed.insert(id).inserted else { return }
        let lane = try PreparedStatement(db, BlockedMutationQuery.entityQueue)
        lane.bind(1, id)
        var lacking: EntityKind?
        try lane.forEachRow { row in
            if row.int(0) == 0 { waiting += 1 }
            if row.string(1) == "create" { lacking = EntityKind(rawValue: Int(row.int(2))) }
        }
        // Only to these others refer.
        if let lacking, [.eventType, .geofence].contains(lacking) { missing.append(id) }
    }

    /// The entities of which something waits that refers to one that the server lacks.
    private func children(of id: EntityID) throws -> [EntityID] {
        var children: [EntityID] = []
        func add(_ row: PreparedRow) throws {
            guard let kind = EntityKind(rawValue: Int(row.int(1))) else { return }
            let keys = EntityKeys(kind: kind, content: row.json(2))
            if keys.parents.contains(id) { children.append(try row.id(0)) }
        }
        // What an event was when it was recorded counts, not what it has become since, or that it
        // is deleted: that waits behind its creation.
        for query in [
            BlockedMutationQuery.referencingEvents, BlockedMutationQuery.referencingOthers,
        ] {
            let naming = try PreparedStatement(db, query)
            naming.bind(1, id.description)
            try naming.forEachRow(add)
        }
        return children
    }
}

/// The statements that find what is blocked.
package enum BlockedMutationQuery {
    /// The entities of what a person must decide about.
    package static let failedMutations =
        "SELECT entity_id FROM mutation INDEXED BY mutation_undecided WHERE state > 0"
    /// What is in the queue of an entity.
    package static let entityQueue =
        "SELECT state, operation, kind FROM mutation WHERE entity_id = ?"
    /// What waits of anything but events and has an id in it; there is little of it.
    package static let referencingOthers = """
        SELECT entity_id, kind, fields FROM mutation INDEXED BY mutation_parents
        WHERE kind < 4 AND state = 0 AND instr(fields, ?) > 0
        """
    /// What waits of events and has an id in it: all are looked through, where the server lacks what
    /// they may refer to.
    package static let referencingEvents = """
        SELECT entity_id, kind, fields FROM mutation
        WHERE kind = 4 AND state = 0 AND instr(fields, ?) > 0
        """
}
