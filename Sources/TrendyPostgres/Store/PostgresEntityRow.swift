import TrendyModel
import TrendyServer

/// The columns of an entity in a result.
enum PostgresEntityRow {
    /// The columns that ``read(_:from:withContent:)`` expects, in their order.
    static let columns = "kind, id, version, created_at, updated_at, deleted_at, content"

    /// The same columns of a table.
    static func columns(of table: String) -> String {
        columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// Reads an entity whose columns begin at `first`; a content that was not selected is empty.
    static func read(_ row: PostgresRow, from first: Int32 = 0) throws -> Entity {
        guard let kind = EntityKind(rawValue: Int(try row.int(first))) else {
            throw ServerError(
                code: .damagedDatabase,
                message: "The database contains an entity of an unknown kind. Restore a backup."
            )
        }
        return Entity(
            kind: kind,
            id: try row.id(first + 1),
            version: try row.int(first + 2),
            createdAt: Instant(milliseconds: try row.int(first + 3)),
            updatedAt: Instant(milliseconds: try row.int(first + 4)),
            deletedAt: try row.optionalInt(first + 5).map { Instant(milliseconds: $0) },
            content: row.optionalBytes(first + 6).map { RawJSON(unchecked: $0) }
                ?? Entity.emptyContent
        )
    }
}

extension AccountCounters {
    /// The columns that ``init(_:from:)`` expects, in their order.
    static let postgresColumns = """
        account.epoch, account.sequence, account.tombstones_collected_to, account.event_types,
        account.property_definitions, account.geofences, account.events, account.content_bytes
        """

    /// Reads counters whose columns begin at `first`.
    init(_ row: PostgresRow, from first: Int32 = 0) throws {
        self.init(
            epoch: try row.string(first),
            sequence: try row.int(first + 1),
            tombstonesCollectedTo: try row.int(first + 2),
            counts: try (3...6).map { try row.int(first + $0) },
            contentBytes: try row.int(first + 7)
        )
    }
}
