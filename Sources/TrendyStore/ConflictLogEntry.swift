package import TrendyModel
import TrendySQLite

/// An entry of the conflict log: a value that lost a conflict, until the person acknowledges it.
package struct ConflictLogEntry: Sendable, Equatable, Identifiable {
    /// The number of the entry; later entries have higher numbers.
    package var id: Int64
    package var entityID: EntityID
    package var kind: EntityKind
    /// When the conflict was resolved.
    package var resolvedAt: Instant
    /// The value that lost, and the value that won.
    package var loss: Resolution.Loss
}

extension ConflictLogEntry {
    /// Reads the columns of ``ConflictLog/columns``.
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
