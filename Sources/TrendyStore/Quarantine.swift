import GRDB
public import TrendyModel
import TrendySQLite

/// The table of changes that could not be taken in.
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

extension DeviceStore {
    /// The changes of the server that were set aside, oldest first.
    public func quarantined(limit: Int = 100) throws -> [UnreadableChange] {
        try database.reading { db in
            let statement = try PreparedStatement(
                db,
                "SELECT entity_id, kind, reason, json FROM quarantine ORDER BY seq LIMIT ?"
            )
            statement.bind(1, Int64(limit))
            var changes: [UnreadableChange] = []
            try statement.forEachRow { row in
                changes.append(
                    UnreadableChange(
                        entityID: row.optionalID(0),
                        kind: row.string(1) ?? "",
                        reason: row.string(2) ?? "",
                        json: row.json(3)
                    )
                )
            }
            return changes
        }
    }
}
