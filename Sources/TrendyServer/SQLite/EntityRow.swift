import TrendyModel
import TrendySQLite

/// The row of an entity.
enum EntityRow {
    /// The columns that ``read(_:)`` expects, in their order.
    static let columns = "kind, id, version, created_at, updated_at, deleted_at, content"

    /// The size of a row's content, in bytes.
    static func contentBytes(of row: PreparedRow) -> Int { row.raw(6).count }

    /// Reads the entity of a row, optionally without its content.
    static func read(_ row: PreparedRow, withContent: Bool = true) throws -> Entity {
        guard let kind = EntityKind(rawValue: Int(row.int(0))) else {
            throw ServerError(
                code: .damagedDatabase,
                message: "The database contains an entity of an unknown kind. Restore a backup."
            )
        }
        return Entity(
            kind: kind,
            id: try row.id(1),
            version: row.int(2),
            createdAt: row.instant(3),
            updatedAt: row.instant(4),
            deletedAt: row.optionalInstant(5),
            content: withContent ? row.json(6) : Entity.emptyContent
        )
    }
}
