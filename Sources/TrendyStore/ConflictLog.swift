import GRDB
import TrendyModel
import TrendySQLite

/// The table of the conflict log.
enum ConflictLog {
    static let columns = "seq, entity_id, kind, field, base, local, remote, winner, resolved_at"

    static func append(
        _ db: Database,
        losses: [Resolution.Loss],
        entityID: EntityID,
        kind: EntityKind,
        at instant: Instant
    ) throws {
        guard !losses.isEmpty else { return }
        let statement = try PreparedStatement(
            db,
            """
            INSERT INTO conflict (entity_id, kind, field, base, local, remote, winner, resolved_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for loss in losses {
            statement.bind(1, entityID)
            statement.bind(2, Int64(kind.rawValue))
            statement.bind(3, loss.field)
            statement.bind(4, loss.base)
            statement.bind(5, loss.local)
            statement.bind(6, loss.remote)
            statement.bind(7, loss.isLocalWinner ? "local" : "remote")
            statement.bind(8, instant)
            try statement.run()
        }
    }

    static func acknowledge(_ db: Database, _ id: Int64) throws {
        let statement = try PreparedStatement(
            db,
            "UPDATE conflict SET acknowledged = 1 WHERE seq = ?"
        )
        statement.bind(1, id)
        try statement.run()
    }
}
