import GRDB
import TrendyModel
import TrendySQLite

/// Replaces the table of entities with the staged snapshot, within one transaction and a page of
/// entities in memory at a time.
///
/// The snapshot contains live entities only. This device retains its tombstones, because a server
/// that loses a deletion sends the entity again.
struct SnapshotSwap {
    let applier: SyncApplier

    private var db: Database { applier.writer.db }
    private var changeTracker: ChangeTracker { applier.writer.changeTracker }

    private static let unsent = "SELECT entity_id FROM mutation"
    private static let isUnsent = """
        EXISTS (SELECT 1 FROM mutation WHERE mutation.entity_id = entity.id)
        """
    private static let isMissing = "NOT EXISTS (SELECT 1 FROM staged WHERE staged.id = entity.id)"

    /// The number of entities in memory at a time.
    private static let pageSize = 500

    /// A query of the accepted or deleted entities whose content differs from the snapshot's, or
    /// whose reverted deletion the server has lost.
    ///
    /// Excludes entities of a shared version with a later version on the server, which is a regular
    /// change.
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

    /// Applies the snapshot of a server in the same epoch.
    ///
    /// - `pin`: the server's version when the snapshot began. Newer entities of this device stay as
    ///   they are: the snapshot may lack them, and the next pull contains them.
    func applyInSameEpoch(pinnedAt pin: Int64) throws {
        try saveForMerge("staged WHERE id IN (\(Self.unsent))")
        // An accepted entity that the snapshot lacks was deleted on the server. The deletion wins
        // over a pending edit, but not over a pending creation, which reverts a known deletion.
        let missing = "version BETWEEN 1 AND \(pin) AND id NOT IN (SELECT id FROM staged)"
        let recreated = "SELECT entity_id FROM mutation WHERE operation = 'create'"
        try saveForMerge(
            """
            entity WHERE \(missing) AND id IN (\(Self.unsent)) AND id NOT IN (\(recreated))
            """,
            flag: "1"
        )
        let isRecreated = "\(missing) AND id IN (\(recreated))"
        try forEachEntity(of: "entity", where: isRecreated) { entity, _ in
            // Discarding the creation then deletes the entity, as on the server.
            try EntityRow(entity: entity, base: Entity.emptyContent).update(db, changeTracker)
        }
        try stageLocal("SELECT * FROM entity WHERE id IN (\(Self.unsent)) OR version > \(pin)")
        try RevertedDeletion.recordStagedReversions(db)
        try stageTombstones()
        try swap()
        // The snapshot or the next pull contains these changes; a later deletion must not be undone
        // by one. Neither contains deletions.
        try db.execute(sql: "DELETE FROM deferred_change WHERE deleted_at IS NULL")
        try mergeSaved { entity, isDeletedElsewhere in
            guard !isDeletedElsewhere else { return try applier.applyRemoteDeletion(of: entity) }
            _ = try applier.applyRemote(entity)
        }
    }

    /// Applies the snapshot of a server in a new epoch, and queues the entities that it lost.
    ///
    /// - `sharedThrough`: the last version that the server and this device have in common; 0 when
    ///   the server does not report it. Entities that the snapshot lacks count as lost whatever its
    ///   value, because an unreported restore may have preceded this one.
    func applyInNewEpoch(sharedThrough version: Int64) throws {
        let diverged = Self.diverged(sharedThrough: version)
        try saveForMerge(
            "staged WHERE id IN (\(Self.unsent) UNION \(diverged))",
            flag: Self.isAncestor(sharedThrough: version)
        )
        try RevertedDeletion.recordPendingReversions(db)
        try recreateUnsent()
        try stageLocal("SELECT * FROM entity WHERE id IN (\(Self.unsent) UNION \(diverged))")
        try RevertedDeletion.recordStagedReversions(db)
        // Versions of the old epoch are invalid in the new one.
        try db.execute(
            sql: """
                DELETE FROM deferred_change;
                UPDATE staged SET version = 0 WHERE id IN (SELECT id FROM saved_for_merge);
                """
        )
        try requeueLost()
        try stageTombstones()
        try db.execute(
            sql: """
                UPDATE staged SET version = 0 WHERE deleted_at IS NOT NULL AND version > \(version)
                """
        )
        try swap()
        try mergeSaved { entity, isAncestor in
            try applier.mergeAfterRestore(entity, isRemoteAncestor: isAncestor)
        }
    }

    /// A condition of snapshot rows from the backup whose entity on this device was accepted later.
    private static func isAncestor(sharedThrough version: Int64) -> String {
        """
        staged.version <= \(version) AND EXISTS (
            SELECT 1 FROM entity WHERE entity.id = staged.id
                AND entity.version > \(version) AND entity.content <> staged.content)
        """
    }

    /// Copies rows to a table for ``mergeSaved(_:)``, because they may not fit into memory.
    ///
    /// - `rows`: the part of a query after `FROM`.
    /// - `flag`: an SQL expression that is passed on for each row.
    private func saveForMerge(_ rows: String, flag: String = "0") throws {
        let columns = EntityTable.columns
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS saved_for_merge AS
                    SELECT \(columns), 0 AS flag FROM entity WHERE 0;
                INSERT INTO saved_for_merge SELECT \(columns), \(flag) FROM \(rows);
                """
        )
    }

    /// Calls `body` with each saved entity and its flag, and drops the saved rows.
    private func mergeSaved(_ body: (Entity, Bool) throws -> Void) throws {
        try forEachEntity(of: "saved_for_merge", flag: "flag", where: "TRUE", body)
        try db.execute(sql: "DROP TABLE saved_for_merge")
    }

    /// Replaces the table of entities with the staged one.
    private func swap() throws {
        try db.execute(sql: "DROP TABLE entity; ALTER TABLE staged RENAME TO entity;")
        changeTracker.recordEverything()
    }

    /// Stages rows of this device, which replace the server's.
    private func stageLocal(_ query: String) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO staged \(query)")
    }

    private func stageTombstones() throws {
        try stageLocal(
            """
            SELECT * FROM entity
            WHERE deleted_at IS NOT NULL AND id NOT IN (SELECT id FROM staged)
            """
        )
    }

    /// Replaces the mutations of entities that the snapshot lacks with creations.
    private func recreateUnsent() throws {
        try forEachByKind("\(Self.isUnsent) AND \(Self.isMissing)") { entity in
            var entity = entity
            let mutations = try MutationRow.fetch(db, entityID: entity.id)
            if entity.version > 0,
                let creation = mutations.last(where: { $0.operation == "create" })
            {
                // The creation reverts a deletion, so it must be later than the deletion.
                entity.createdAt = max(entity.createdAt, creation.editedAt)
            }
            try MutationRow.delete(db, entityID: entity.id)
            let base = try Self.base(of: entity, EntityRow.fetch(db, id: entity.id))
            entity.version = 0
            // A deletion is never older than the content, even if the clock was wrong.
            entity.deletedAt = entity.deletedAt.map { max($0, entity.updatedAt) }
            guard entity.deletedAt == nil else {
                return try EntityRow(entity: entity).update(db, changeTracker)
            }
            try EntityRow(entity: entity, base: base).update(db, changeTracker)
            try createAgain(entity)
        }
    }

    /// Queues the creation of accepted entities that the snapshot lacks.
    private func requeueLost() throws {
        try forEachByKind("deleted_at IS NULL AND version > 0 AND \(Self.isMissing)") { entity in
            var entity = entity
            let base = Self.base(of: entity)
            entity.version = 0
            try EntityRow(entity: entity, base: base).stage(db)
            try createAgain(entity)
        }
    }

    /// The merge base of an entity that the snapshot lacks.
    ///
    /// It is empty content for an entity that was accepted once: other devices may have it, so a
    /// later deletion has to be sent.
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
            // The edit time stays, so that a later deletion on another device still wins.
            editedAt: entity.createdAt
        )
    }

    /// Calls `body` with this device's entities that match a condition, kind by kind, so that
    /// mutations of referenced entities precede those of their references.
    private func forEachByKind(_ condition: String, _ body: (Entity) throws -> Void) throws {
        for kind in EntityKind.allCases.map(\.rawValue).sorted() {
            try forEachEntity(of: "entity", where: "kind = \(kind) AND \(condition)") { entity, _ in
                try body(entity)
            }
        }
    }

    /// Calls `body` with the entity and the flag of each matching row, in row order and with a page
    /// in memory at a time; `body` may change the row.
    private func forEachEntity(
        of table: String,
        flag: String = "0",
        where condition: String,
        _ body: (Entity, Bool) throws -> Void
    ) throws {
        let query = """
            SELECT \(EntityTable.columns), rowid, \(flag) FROM \(table) NOT INDEXED
            WHERE rowid > ? AND \(condition) ORDER BY rowid LIMIT \(Self.pageSize)
            """
        var last: Int64 = -1
        var page: [(entity: Entity, isFlagged: Bool)] = []
        repeat {
            page.removeAll(keepingCapacity: true)
            let statement = try PreparedStatement(db, query)
            statement.bind(1, last)
            try statement.forEachRow { row in
                page.append((try Entity(row: row), row.int(12) != 0))
                last = row.int(11)
            }
            for row in page { try body(row.entity, row.isFlagged) }
        } while page.count == Self.pageSize
    }
}
