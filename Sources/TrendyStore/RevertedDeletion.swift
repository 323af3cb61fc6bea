import GRDB
import TrendyModel
import TrendySQLite

/// The table of deletions that were taken back.
///
/// A server that was restored to a moment between a deletion and what took it back has the
/// deletion, or hears of it again. It is known by its time, and whoever has the entity brings it
/// again.
enum RevertedDeletion {
    private static let insert = "INSERT OR IGNORE INTO reverted_deletion (entity_id, deleted_at)"

    /// Notes the deletion of an entity that the server had accepted; nothing for any other state.
    static func note(_ db: Database, _ entity: Entity) throws {
        guard let deletedAt = entity.deletedAt else { return }
        try note(db, entity.id, deletedAt: deletedAt)
    }

    /// Notes a deletion that the server has accepted.
    static func note(_ db: Database, _ id: EntityID, deletedAt: Instant) throws {
        let statement = try PreparedStatement(db, "\(Self.insert) VALUES (?, ?)")
        statement.bind(1, id)
        statement.bind(2, deletedAt)
        try statement.run()
    }

    /// Notes those of this device's deletions that a snapshot takes back, once all that this device
    /// keeps is in it.
    static func markRevertedDeletions(_ db: Database) throws {
        try db.execute(
            sql: """
                \(insert)
                SELECT entity.id, entity.deleted_at
                FROM entity JOIN staged ON staged.id = entity.id
                WHERE entity.deleted_at IS NOT NULL AND staged.deleted_at IS NULL
                """
        )
    }

    /// Notes deletions that wait to be sent, or for their answer, with what takes them back: a
    /// server in another life may have heard of the deletion alone.
    static func markDeferred(_ db: Database) throws {
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

    /// Whether a deletion, as the server has it, is one that was known before the entity came back.
    ///
    /// It is the very one, or another one of before: devices that knew of it may have repeated it
    /// over what others had, and each of them dates it as it knows.
    ///
    /// - `broughtBackAt`: when the entity came back.
    static func contains(
        _ db: Database,
        _ remote: Entity,
        broughtBackAt: Instant
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
        statement.bind(3, broughtBackAt)
        return try statement.firstRow { _ in true } ?? false
    }

    /// The deletion, taken back here, that a server has forgotten together with what took it back:
    /// it has the entity as it was before.
    ///
    /// - `broughtBackAt`: when the entity came back.
    static func forgotten(
        _ db: Database,
        by remote: Entity,
        broughtBackAt: Instant
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
        statement.bind(3, broughtBackAt)
        return try statement.firstRow { $0.instant(0) }
    }
}
