import GRDB
import TrendyModel
import TrendySQLite

/// The table of reverted deletions: deletions of entities that were created again later.
///
/// A server that is restored to a time between a deletion and its reversal has the deletion, or
/// receives it again from another device. The deletion is recognized by its time, and a device that
/// has the entity creates it again on the server.
enum RevertedDeletion {
    private static let insert = "INSERT OR IGNORE INTO reverted_deletion (entity_id, deleted_at)"

    /// Records the deletion of a tombstone that is reverted; does nothing for a live entity.
    static func record(_ db: Database, _ entity: Entity) throws {
        guard let deletedAt = entity.deletedAt else { return }
        try record(db, entity.id, deletedAt: deletedAt)
    }

    /// Records a reverted deletion that the server had accepted.
    static func record(_ db: Database, _ id: EntityID, deletedAt: Instant) throws {
        let statement = try PreparedStatement(db, "\(Self.insert) VALUES (?, ?)")
        statement.bind(1, id)
        statement.bind(2, deletedAt)
        try statement.run()
    }

    /// Records the deletions of this device that the staged snapshot reverts.
    ///
    /// The local entities to retain must be staged before.
    static func recordStagedReversions(_ db: Database) throws {
        try db.execute(
            sql: """
                \(insert)
                SELECT entity.id, entity.deleted_at
                FROM entity JOIN staged ON staged.id = entity.id
                WHERE entity.deleted_at IS NOT NULL AND staged.deleted_at IS NULL
                """
        )
    }

    /// Records the deletions in the queue that a later creation in the queue reverts.
    ///
    /// They may be in flight, so a server in another epoch may have received the deletion alone.
    static func recordPendingReversions(_ db: Database) throws {
        try db.execute(
            sql: """
                \(insert)
                SELECT deletion.entity_id, deletion.edited_at
                FROM mutation AS deletion JOIN mutation AS creation
                    ON creation.entity_id = deletion.entity_id AND creation.seq > deletion.seq
                WHERE deletion.operation = 'delete' AND creation.operation = 'create'
                """
        )
    }

    /// Whether the server's tombstone of an entity is a deletion that was reverted.
    ///
    /// It has the time of a recorded deletion, or is older than the reversal: devices that knew of
    /// the deletion may have repeated it with other times.
    ///
    /// - `recreatedAt`: when the entity was created again.
    static func contains(
        _ db: Database,
        _ remote: Entity,
        recreatedAt: Instant
    ) throws -> Bool {
        guard let deletedAt = remote.deletedAt else { return false }
        let statement = try PreparedStatement(
            db,
            """
            SELECT 1 FROM reverted_deletion
            WHERE entity_id = ?1 AND (deleted_at = ?2 OR ?2 < ?3)
            """
        )
        statement.bind(1, remote.id)
        statement.bind(2, deletedAt)
        statement.bind(3, recreatedAt)
        return try statement.firstRow { _ in true } ?? false
    }

    /// The time of a reverted deletion that a server lost together with the reversal, so that it
    /// has the entity as it was before the deletion; `nil` when there is none.
    ///
    /// - `recreatedAt`: when the entity was created again.
    static func lostDeletion(
        _ db: Database,
        of remote: Entity,
        recreatedAt: Instant
    ) throws -> Instant? {
        let statement = try PreparedStatement(
            db,
            """
            SELECT deleted_at FROM reverted_deletion
            WHERE entity_id = ?1 AND deleted_at >= ?2 AND deleted_at < ?3
            ORDER BY deleted_at DESC LIMIT 1
            """
        )
        statement.bind(1, remote.id)
        statement.bind(2, remote.createdAt)
        statement.bind(3, recreatedAt)
        return try statement.firstRow { $0.instant(0) }
    }
}
