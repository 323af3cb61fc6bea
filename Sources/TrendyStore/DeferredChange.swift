import GRDB
import TrendyModel
import TrendySQLite

/// The table of what pulls brought for entities whose mutation may be on its way: it waits for the
/// answer.
enum DeferredChange {
    static func put(_ db: Database, _ remote: Entity) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO deferred_change
                (entity_id, kind, version, created_at, updated_at, deleted_at, content)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, remote.id)
        statement.bind(2, Int64(remote.kind.rawValue))
        statement.bind(3, remote.version)
        statement.bind(4, remote.createdAt)
        statement.bind(5, remote.updatedAt)
        statement.bind(6, remote.deletedAt)
        statement.bind(7, remote.content)
        try statement.run()
    }

    /// The entities of which something is held.
    static func entities(_ db: Database) throws -> [EntityID] {
        let statement = try PreparedStatement(
            db,
            "SELECT entity_id FROM deferred_change ORDER BY entity_id"
        )
        var ids: [EntityID] = []
        try statement.forEachRow { ids.append(try $0.id(0)) }
        return ids
    }

    /// What is held of an entity, which is not held any more then.
    static func take(_ db: Database, _ id: EntityID) throws -> Entity? {
        let statement = try PreparedStatement(
            db,
            """
            DELETE FROM deferred_change WHERE entity_id = ? RETURNING
                entity_id, kind, version, created_at, updated_at, deleted_at, NULL, NULL, NULL,
                content
            """
        )
        statement.bind(1, id)
        var held: Entity?
        try statement.forEachRow { held = try Entity(row: $0) }
        return held
    }
}
