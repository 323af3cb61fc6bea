import GRDB
import TrendyModel
import TrendySQLite

/// The table of events that a remote change altered since the person last opened them.
///
/// Holds events that a person recorded, not derived ones, which capture updates all day. A snapshot
/// that is read again marks nothing.
enum RemoteUpdate {
    /// The maximum number of marked events; the oldest marks are dropped.
    static let maximumStored: Int64 = 1000

    /// Marks an event if the server's state changes its content.
    ///
    /// - `old`: the entity on this device before the change.
    /// - `new`: the entity after it.
    static func record(_ db: Database, from old: Entity, to new: Entity) throws {
        guard new.kind == .event, new.id.uuidVersion == 7, old.deletedAt == nil,
            new.deletedAt == nil, try !new.document().changes(from: old.document()).isEmpty
        else { return }
        let insert = try PreparedStatement(
            db,
            "INSERT OR REPLACE INTO remote_update (entity_id) VALUES (?)"
        )
        insert.bind(1, new.id)
        try insert.run()
        let prune = try PreparedStatement(db, "DELETE FROM remote_update WHERE seq <= ?")
        prune.bind(1, db.lastInsertedRowID - maximumStored)
        try prune.run()
    }

    static func contains(_ db: Database, _ id: EntityID) throws -> Bool {
        let statement = try PreparedStatement(
            db,
            "SELECT 1 FROM remote_update WHERE entity_id = ?"
        )
        statement.bind(1, id)
        return try statement.firstRow { _ in true } ?? false
    }

    /// The ids of the marked events, the latest change first.
    static func latest(_ db: Database, limit: Int) throws -> [EntityID] {
        let statement = try PreparedStatement(
            db,
            "SELECT entity_id FROM remote_update ORDER BY seq DESC LIMIT ?"
        )
        statement.bind(1, Int64(limit))
        var ids: [EntityID] = []
        try statement.forEachRow { ids.append(try $0.id(0)) }
        return ids
    }

    static func remove(_ db: Database, _ id: EntityID) throws {
        let statement = try PreparedStatement(db, "DELETE FROM remote_update WHERE entity_id = ?")
        statement.bind(1, id)
        try statement.run()
    }
}
