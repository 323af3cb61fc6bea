import GRDB
import TrendyModel
import TrendySQLite

/// The table of the server's changes that this version cannot decode.
enum Quarantine {
    static func add(_ db: Database, _ changes: [UnreadableChange], at now: Instant) throws {
        guard !changes.isEmpty else { return }
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO quarantine (entity_id, kind, reason, json, noticed_at)
            VALUES (?, ?, ?, ?, ?)
            """
        )
        for change in changes {
            statement.bind(1, change.entityID)
            statement.bind(2, change.kind)
            statement.bind(3, change.reason)
            statement.bind(4, change.json)
            statement.bind(5, now)
            try statement.run()
        }
    }

    static func isEmpty(_ db: Database) throws -> Bool {
        let statement = try PreparedStatement(db, "SELECT 1 FROM quarantine LIMIT 1")
        return try statement.firstRow { _ in true } == nil
    }

    static func remove(_ db: Database, _ id: EntityID) throws {
        let statement = try PreparedStatement(db, "DELETE FROM quarantine WHERE entity_id = ?")
        statement.bind(1, id)
        try statement.run()
    }
}
