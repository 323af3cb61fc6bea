import GRDB
import TrendyModel
import TrendySQLite

/// Puts a gathered snapshot in the place of what a device holds, within one transaction and a page
/// at a time.
///
/// The snapshot has what lives; what was deleted is simply not in it. What this device knows to be
/// deleted is remembered, since a server that loses the deletion would bring the entity back.
struct SnapshotSwap {
    let applier: SyncApplier

    private var db: Database { applier.writer.db }

    private static let unsent = "SELECT entity_id FROM mutation"
    private static let isUnsent = """
        EXISTS (SELECT 1 FROM mutation WHERE mutation.entity_id = entity.id)
        """
    private static let isLost = "NOT EXISTS (SELECT 1 FROM staged WHERE staged.id = entity.id)"

    /// Entities in memory at a time.
    private static let pageSize = 500

    /// Accepted before, or known to be deleted, and in another form than the server has it now, or
    /// brought back from a deletion that the server has forgotten.
    ///
    /// Not what the server knew as this device does, and has changed since: that follows on it.
    private static func diverged(sharedThrough version: Int64) -> String {
        """
        SELECT entity.id FROM entity JOIN staged ON staged.id = entity.id
        WHERE (entity.version > 0 OR entity.deleted_at IS NOT NULL)
            AND (entity.content <> staged.content OR EXISTS (
                SELECT 1 FROM reverted_deletion WHERE entity_id = entity.id
                    AND deleted_at >= staged.created_at AND deleted_at < entity.created_at
            ))
            AND NOT (entity.version BETWEEN 1 AND \(version)
                AND staged.version > entity.version)
        """
    }

    /// The server goes on with the life of its data that this device knows.
    ///
    /// - `pin`: the version that the server had come to as the snapshot began. What this device has
    ///   of later stays as it is: the snapshot need not have it, and the next pull tells of it.
    func enteringSameEpoch(pinnedAt pin: Int64) throws {
        try setAside("staged WHERE id IN (\(Self.unsent))")
        // What was accepted and is missing now was deleted, which an edit does not change; only
        // whoever takes a deletion back knows of it.
        let missing = "version BETWEEN 1 AND \(pin) AND id NOT IN (SELECT id FROM staged)"
        let takenBack = "SELECT entity_id FROM mutation WHERE operation = 'create'"
        try setAside(
            """
            entity WHERE \(missing) AND id IN (\(Self.unsent)) AND id NOT IN (\(takenBack))
            """,
            mark: "1"
        )
        try forEachEntity(of: "entity", where: "\(missing) AND id IN (\(takenBack))") { entity, _ in
            // Whoever gives that up has nothing, as the server.
            try EntityRow(entity: entity, base: Entity.emptyContent).update(db, applier.writer.log)
        }
        try keep("SELECT * FROM entity WHERE id IN (\(Self.unsent)) OR version > \(pin)")
        try RevertedDeletion.markRevertedDeletions(db)
        try keepDeletions()
        try swap()
        // The snapshot has it, or the pull after it brings it again: what would be left could make
        // live what was deleted since. A deletion is told by neither.
        try db.execute(sql: "DELETE FROM deferred_change WHERE deleted_at IS NULL")
        try takeUp { entity, isDeletedElsewhere in
            guard !isDeletedElsewhere else { return try applier.bringDeletion(of: entity) }
            _ = try applier.applyRemote(entity)
        }
    }

    /// The server was restored: it may know less than this device, and everything that it lacks is
    /// brought to it again.
    ///
    /// - `sharedThrough`: the last version up to which it knew what this device knows; 0 where it
    ///   does not say. Only of deletions it is believed: what it lacks may always have been lost,
    ///   such as by a backup that was put back without a word before.
    func enteringNewEpoch(sharedThrough version: Int64) throws {
        let diverged = Self.diverged(sharedThrough: version)
        try setAside(
            "staged WHERE id IN (\(Self.unsent) UNION \(diverged))",
            mark: Self.isPast(sharedThrough: version)
        )
        try RevertedDeletion.markDeferred(db)
        try recreateUnsent()
        try keep("SELECT * FROM entity WHERE id IN (\(Self.unsent) UNION \(diverged))")
        try RevertedDeletion.markRevertedDeletions(db)
        // Versions of the old life mean nothing in the new one.
        try db.execute(
            sql: """
                DELETE FROM deferred_change;
                UPDATE staged SET version = 0 WHERE id IN (SELECT id FROM aside);
                """
        )
        try requeueLost()
        try keepDeletions()
        try db.execute(
            sql: """
                UPDATE staged SET version = 0 WHERE deleted_at IS NOT NULL AND version > \(version)
                """
        )
        try swap()
        try takeUp { entity, isPast in try applier.mergeAfterRestore(entity, isRemotePast: isPast) }
    }

    /// Whether a row of the snapshot is as it was in the backup, and this device's as it was
    /// accepted later.
    private static func isPast(sharedThrough version: Int64) -> String {
        """
        staged.version <= \(version) AND EXISTS (
            SELECT 1 FROM entity WHERE entity.id = staged.id
                AND entity.version > \(version) AND entity.content <> staged.content)
        """
    }

    /// Keeps rows for when the new table is there: they may be more than fit into memory.
    ///
    /// - `mark`: what is told of each of them.
    private func setAside(_ rows: String, mark: String = "0") throws {
        let columns = EntityTable.columns
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS aside AS
                    SELECT \(columns), 0 AS mark FROM entity WHERE 0;
                INSERT INTO aside SELECT \(columns), \(mark) FROM \(rows);
                """
        )
    }

    /// Hands over what was set aside, with what was marked of it; it is gone then.
    private func takeUp(_ body: (Entity, Bool) throws -> Void) throws {
        try forEachEntity(of: "aside", mark: "mark", where: "TRUE", body)
        try db.execute(sql: "DROP TABLE aside")
    }

    private func swap() throws {
        try db.execute(sql: "DROP TABLE entity; ALTER TABLE staged RENAME TO entity;")
        applier.writer.log.noteEverything()
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
        try forEachByKind("\(Self.isUnsent) AND \(Self.isLost)") { entity in
            var entity = entity
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
                return try EntityRow(entity: entity).update(db, applier.writer.log)
            }
            try EntityRow(entity: entity, base: base).update(db, applier.writer.log)
            try createAgain(entity)
        }
    }

    /// Entities that the server had accepted and has lost are sent again.
    private func requeueLost() throws {
        try forEachByKind("deleted_at IS NULL AND version > 0 AND \(Self.isLost)") { entity in
            var entity = entity
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
        try applier.writer.enqueue(
            "create",
            entity,
            baseVersion: nil,
            fields: entity.content,
            // It is as old as it was: whoever has deleted it since did so later.
            editedAt: entity.createdAt
        )
    }

    /// Hands over this device's entities under a condition, kind by kind, since what others refer
    /// to goes first.
    private func forEachByKind(_ condition: String, _ body: (Entity) throws -> Void) throws {
        for kind in EntityKind.allCases.map(\.rawValue).sorted() {
            try forEachEntity(of: "entity", where: "kind = \(kind) AND \(condition)") { entity, _ in
                try body(entity)
            }
        }
    }

    /// Hands over the entities of a table's rows in their order, with what is marked of them, of
    /// which a page is in memory at a time; `body` may change what it was handed.
    private func forEachEntity(
        of table: String,
        mark: String = "0",
        where condition: String,
        _ body: (Entity, Bool) throws -> Void
    ) throws {
        let query = """
            SELECT \(EntityTable.columns), rowid, \(mark) FROM \(table) NOT INDEXED
            WHERE rowid > ? AND \(condition) ORDER BY rowid LIMIT \(Self.pageSize)
            """
        var last: Int64 = -1
        var page: [(entity: Entity, isMarked: Bool)] = []
        repeat {
            page.removeAll(keepingCapacity: true)
            let statement = try PreparedStatement(db, query)
            statement.bind(1, last)
            try statement.forEachRow { row in
                page.append((try Entity(row: row), row.int(12) != 0))
                last = row.int(11)
            }
            for row in page { try body(row.entity, row.isMarked) }
        } while page.count == Self.pageSize
    }
}
