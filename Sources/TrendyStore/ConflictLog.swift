import GRDB
public import TrendyModel
import TrendySQLite

/// One value that lost a conflict, kept until the person has seen it.
public struct ConflictLogEntry: Sendable, Equatable, Identifiable {
    /// Its number in the journal.
    public var id: Int64
    /// The entity.
    public var entityID: EntityID
    /// What the entity is.
    public var kind: EntityKind
    /// When the conflict ended.
    public var resolvedAt: Instant
    /// The value and the one it lost against.
    public var loss: Resolution.Loss
}

/// The table of values that lost.
enum ConflictLog {
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

    static let columns = "seq, entity_id, kind, field, base, local, remote, winner, resolved_at"

    static func acknowledge(_ db: Database, _ id: Int64) throws {
        let statement = try PreparedStatement(
            db,
            "UPDATE conflict SET acknowledged = 1 WHERE seq = ?"
        )
        statement.bind(1, id)
        try statement.run()
    }
}

extension ConflictLogEntry {
    init(row: PreparedRow) throws {
        let value = { (column: Int32) in row.isNull(column) ? nil : row.json(column) }
        self.init(
            id: row.int(0),
            entityID: try row.id(1),
            kind: EntityKind(rawValue: Int(row.int(2))) ?? .event,
            resolvedAt: row.instant(8),
            loss: Resolution.Loss(
                field: row.string(3) ?? "",
                base: value(4),
                local: value(5),
                remote: value(6),
                isLocalWinner: row.string(7) == "local"
            )
        )
    }
}
