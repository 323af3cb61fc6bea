import GRDB
import TrendyModel
import TrendySQLite

/// Puts a gathered snapshot in the place of what a device holds, within one transaction.
///
/// The snapshot has what lives; what was deleted is simply not in it. What this device knows to be
/// deleted is remembered, since a server that loses the deletion would bring the entity back.
struct SnapshotSwap {
    let settler: Settler

    private var db: Database { settler.writer.db }

    private static let unsent = "SELECT entity_id FROM mutation"

    /// Accepted before, or known to be deleted, and in another form than the server has it now, or
    /// brought back from a deletion that the server has forgotten.
    ///
    /// Not what the server knew as this device does, and has changed since: that follows on it.
    private static func diverged(sharedThrough version: Int64) -> String {
        """
        SELECT entity.id FROM entity JOIN staged ON staged.id = entity.id
        WHERE (entity.version > 0 OR entity.deleted_at IS NOT NULL)
            AND (entity.content <> staged.content OR EXISTS (
                SELECT 1 FROM past_deletion WHERE entity_id = entity.id
                    AND deleted_at >= staged.created_at AND deleted_at < entity.created_at
            ))
            AND NOT (entity.version BETWEEN 1 AND \(version)
                AND staged.version > entity.version)
        """
    }

    /// The server goes on with the life of its data that this device knows.
    func intoSameLife() throws {
        let remotes = try entities("staged WHERE id IN (\(Self.unsent))")
        // What was accepted and is missing now was deleted, which an edit does not change; only
        // whoever takes a deletion back knows of it.
        let gone = try entities(
            """
            entity WHERE version > 0 AND id NOT IN (SELECT id FROM staged)
                AND id IN (\(Self.unsent))
                AND id NOT IN (SELECT entity_id FROM mutation WHERE operation = 'create')
            """
        )
        try keep("SELECT * FROM entity WHERE id IN (\(Self.unsent))")
        try PastDeletion.noteThoseTakenBack(db)
        try keepDeletions()
        try swap()
        for remote in remotes { _ = try settler.bring(remote) }
        for entity in gone { try settler.bringDeletion(of: entity) }
    }

    /// The server was restored: it may know less than this device, and everything that it lacks is
    /// brought to it again.
    ///
    /// - `sharedThrough`: the last version up to which it knew what this device knows; 0 where it
    ///   does not say. Only of deletions it is believed: what it lacks may always have been lost,
    ///   such as by a backup that was put back without a word before.
    func intoNewLife(sharedThrough version: Int64) throws {
        let diverged = Self.diverged(sharedThrough: version)
        let remotes = try entities("staged WHERE id IN (\(Self.unsent) UNION \(diverged))")
        let past = try past(sharedThrough: version)
        try PastDeletion.noteThoseWaiting(db)
        try recreateUnsent()
        try keep("SELECT * FROM entity WHERE id IN (\(Self.unsent) UNION \(diverged))")
        try PastDeletion.noteThoseTakenBack(db)
        // Versions of the old life mean nothing in the new one.
        try db.execute(sql: "DELETE FROM held")
        let reset = try PreparedStatement(db, "UPDATE staged SET version = 0 WHERE id = ?")
        for remote in remotes {
            reset.bind(1, remote.id)
            try reset.run()
        }
        try requeueLost()
        try keepDeletions()
        try db.execute(
            sql: """
                UPDATE staged SET version = 0 WHERE deleted_at IS NOT NULL AND version > \(version)
                """
        )
        try swap()
        for remote in remotes {
            try settler.rejoin(remote, isRemotePast: past.contains(remote.id))
        }
    }

    /// What the server has as it was in the backup, and this device as it was accepted later.
    private func past(sharedThrough version: Int64) throws -> Set<EntityID> {
        let statement = try PreparedStatement(
            db,
            """
            SELECT entity.id FROM entity JOIN staged ON staged.id = entity.id
            WHERE entity.version > ?1 AND staged.version <= ?1
                AND entity.content <> staged.content
            """
        )
        statement.bind(1, version)
        var ids: Set<EntityID> = []
        try statement.forEachRow { ids.insert(try $0.id(0)) }
        return ids
    }

    private func swap() throws {
        try db.execute(sql: "DROP TABLE entity; ALTER TABLE staged RENAME TO entity;")
        settler.writer.log.noteEverything()
    }

    /// Puts rows of this device in the place of the server's.
    private func keep(_ rows: String) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO staged \(rows)")
    }

    private func keepDeletions() throws {
        try keep(
            """
            SELECT * FROM entity
            WHERE deleted_at IS NOT NULL AND id NOT IN (SELECT id FROM staged)
            """
        )
    }

    /// Changes of entities that the server has lost become creations of them.
    private func recreateUnsent() throws {
        let lost = try entities(
            """
            entity WHERE id IN (\(Self.unsent))
                AND id NOT IN (SELECT id FROM staged) ORDER BY kind, rowid
            """
        )
        for var entity in lost {
            let lane = try MutationRow.fetch(db, entityID: entity.id)
            if entity.version > 0, let creation = lane.last(where: { $0.operation == "create" }) {
                // It was deleted before it was brought back.
                entity.createdAt = max(entity.createdAt, creation.editedAt)
            }
            try MutationRow.delete(db, entityID: entity.id)
            let base = try Self.base(of: entity, EntityRow.fetch(db, id: entity.id))
            entity.version = 0
            // Whatever the clock said: it was deleted after what was known of it.
            entity.deletedAt = entity.deletedAt.map { max($0, entity.updatedAt) }
            guard entity.deletedAt == nil else {
                try EntityRow(entity: entity).update(db, settler.writer.log)
                continue
            }
            try EntityRow(entity: entity, base: base).update(db, settler.writer.log)
            try createAgain(entity)
        }
    }

    /// Entities that the server had accepted and has lost are sent again.
    private func requeueLost() throws {
        let lost = try entities(
            """
            entity WHERE deleted_at IS NULL AND version > 0
                AND id NOT IN (SELECT id FROM staged) ORDER BY kind, rowid
            """
        )
        for var entity in lost {
            let base = Self.base(of: entity)
            entity.version = 0
            try EntityRow(entity: entity, base: base).stage(db)
            try createAgain(entity)
        }
    }

    /// What the server has of an entity that it has lost.
    ///
    /// It has nothing; but where it was accepted once, others may have it too, and whoever deletes
    /// it must say so.
    private static func base(of entity: Entity, _ row: EntityRow? = nil) -> RawJSON? {
        let wasAccepted = entity.version > 0 || row?.base == Entity.emptyContent
        return wasAccepted ? Entity.emptyContent : nil
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
