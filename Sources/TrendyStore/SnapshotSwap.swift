import GRDB
import TrendyModel
import TrendySQLite

/// Puts a gathered snapshot in the place of what a device holds, within one transaction.
///
/// The snapshot has what lives; what was deleted is simply not in it. What this device knows to be
/// deleted is remembered, since a server that loses the deletion would bring the entity back.
///
/// A server that was restored is in a new life of its data. What it knew as this device does is
/// there as it is, or as somebody changed it since. What was written behind that, it has lost: all
/// that it lacks of it is brought to it again.
struct SnapshotSwap {
    let settler: Settler
    /// The last version up to which the server's data is what this device knew of it; `nil` in the
    /// same life.
    let sharedThrough: Int64?

    private var db: Database { settler.writer.db }

    private static let unsent = "SELECT entity_id FROM mutation"

    /// The entities whose versions mean the same here and on the server.
    private var shared: String {
        let isShared = sharedThrough.map { "version BETWEEN 1 AND \($0)" } ?? "TRUE"
        return "SELECT id FROM entity WHERE \(isShared)"
    }

    /// Accepted before, or known to be deleted, and in another form than the server has it now.
    private static let diverged = """
        SELECT entity.id FROM entity JOIN staged ON staged.id = entity.id
        WHERE (entity.version > 0 OR entity.deleted_at IS NOT NULL)
            AND entity.content <> staged.content
        """

    func run() throws {
        let news = try entities("staged WHERE id IN (\(Self.unsent)) AND id IN (\(shared))")
        // What was accepted and is missing now was deleted, which an edit does not change; only
        // whoever takes a deletion back knows of it.
        let gone = try entities(
            """
            entity WHERE version > 0 AND id NOT IN (SELECT id FROM staged)
                AND id IN (\(Self.unsent)) AND id IN (\(shared))
                AND id NOT IN (SELECT entity_id FROM mutation WHERE operation = 'create')
            """
        )
        var remotes: [Entity] = []
        if let sharedThrough {
            remotes = try entities("staged WHERE id IN (\(diverged(beyond: sharedThrough)))")
            try recreateUnsent(beyond: sharedThrough)
            try keep("entity WHERE id IN (\(diverged(beyond: sharedThrough)))")
            try db.execute(sql: "DELETE FROM held")
        }
        try keep("entity WHERE id IN (\(Self.unsent))")
        if let sharedThrough {
            // Versions of the old life mean nothing in the new one.
            let reset = try PreparedStatement(db, "UPDATE staged SET version = 0 WHERE id = ?")
            for remote in remotes {
                reset.bind(1, remote.id)
                try reset.run()
            }
            try requeueLost(beyond: sharedThrough)
        }
        try PastDeletion.noteThoseTakenBack(db)
        try keepDeletions(sharedThrough)
        try swap()
        for remote in news { _ = try settler.bring(remote) }
        for entity in gone { try settler.bringDeletion(of: entity) }
        for remote in remotes { try settler.rejoin(remote) }
    }

    /// The entities that the server has in another form than this device, which knew more.
    private func diverged(beyond version: Int64) -> String {
        "\(lost(beyond: version)) AND id IN (\(Self.unsent) UNION \(Self.diverged))"
    }

    /// The entities of which the server has lost what this device knew, where they were accepted.
    private func lost(beyond version: Int64) -> String {
        "SELECT id FROM entity WHERE version NOT BETWEEN 1 AND \(version)"
    }

    private func swap() throws {
        try db.execute(sql: "DROP TABLE entity; ALTER TABLE staged RENAME TO entity;")
        settler.writer.log.noteEverything()
    }

    /// Puts rows of this device in the place of the server's.
    private func keep(_ rows: String) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO staged SELECT * FROM \(rows)")
    }

    private func keepDeletions(_ sharedThrough: Int64?) throws {
        try keep("entity WHERE deleted_at IS NOT NULL AND id NOT IN (SELECT id FROM staged)")
        guard let sharedThrough else { return }
        try db.execute(
            sql: """
                UPDATE staged SET version = 0
                WHERE deleted_at IS NOT NULL AND version > \(sharedThrough)
                """
        )
    }

    /// Changes of entities that the server has lost become creations of them.
    private func recreateUnsent(beyond version: Int64) throws {
        let lost = try entities(
            """
            entity WHERE id IN (\(Self.unsent)) AND id IN (\(lost(beyond: version)))
                AND id NOT IN (SELECT id FROM staged) ORDER BY kind, rowid
            """
        )
        for var entity in lost {
            try MutationRow.delete(db, entityID: entity.id)
            entity.version = 0
            // Whatever the clock said: it was deleted after what was known of it.
            entity.deletedAt = entity.deletedAt.map { max($0, entity.updatedAt) }
            try EntityRow(entity: entity).update(db, settler.writer.log)
            if entity.deletedAt == nil { try createAgain(entity) }
        }
    }

    /// Entities that the server had accepted and has lost are sent again.
    private func requeueLost(beyond version: Int64) throws {
        let lost = try entities(
            """
            entity WHERE deleted_at IS NULL AND version > \(version)
                AND id NOT IN (SELECT id FROM staged) ORDER BY kind, rowid
            """
        )
        for var entity in lost {
            entity.version = 0
            try EntityRow(entity: entity).stage(db)
            try createAgain(entity)
        }
    }

    private func createAgain(_ entity: Entity) throws {
        try settler.writer.enqueue(
            "create",
            entity,
            baseVersion: nil,
            fields: entity.content,
            // It is as old as it was: whoever has deleted it since did so later.
            editedAt: entity.createdAt
        )
    }

    /// The entities of a table's rows.
    private func entities(_ condition: String) throws -> [Entity] {
        let statement = try PreparedStatement(db, "SELECT \(EntityTable.columns) FROM \(condition)")
        var entities: [Entity] = []
        try statement.forEachRow { entities.append(try Entity(row: $0)) }
        return entities
    }
}
