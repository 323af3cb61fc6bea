import GRDB
import TrendyModel
import TrendySQLite

/// The table of deferred changes: changes of the server that arrived while a mutation of the same
/// entity was in flight.
///
/// They are applied once the outcome of the mutation is known.
enum DeferredChange {
    /// Stores a deferred change; an earlier one of the entity is replaced.
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

    /// The entities with a deferred change.
    static func entities(_ db: Database) throws -> [EntityID] {
        let statement = try PreparedStatement(
            db,
            "SELECT entity_id FROM deferred_change ORDER BY entity_id"
        )
        var ids: [EntityID] = []
        try statement.forEachRow { ids.append(try $0.id(0)) }
        return ids
    }

    /// Removes the deferred change of an entity, and returns it; `nil` when there is none.
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
        var remote: Entity?
        try statement.forEachRow { remote = try Entity(row: $0) }
        return remote
    }
}
