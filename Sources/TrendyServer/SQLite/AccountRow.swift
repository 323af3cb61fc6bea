import GRDB
import TrendyModel
import TrendySQLite

/// The counters of an account: its sequence, and the number of live entities.
struct AccountRow {
    var sequence: Int64
    var tombstonesCollectedTo: Int64
    var counts: [Int64]
    /// Bytes of the live entities' content.
    var contentBytes: Int64

    static let select = """
        SELECT sequence, tombstones_collected_to, event_types, property_definitions, geofences,
            events, content_bytes
        FROM account WHERE id = ? AND deletion_begun = 0
        """
    static let update = """
        UPDATE account SET sequence = ?, event_types = ?, property_definitions = ?,
            geofences = ?, events = ?, content_bytes = ?
        WHERE id = ?
        """

    /// Reads the row; throws ``ServerError/unknownAccount`` for a deleted account.
    static func read(_ db: Database, _ account: EntityID) throws -> AccountRow {
        let statement = try PreparedStatement(db, select)
        statement.bind(1, account)
        let row = try statement.firstRow { row in
            AccountRow(
                sequence: row.int(0),
                tombstonesCollectedTo: row.int(1),
                counts: (2...5).map { row.int($0) },
                contentBytes: row.int(6)
            )
        }
        guard let row else { throw ServerError.unknownAccount }
        return row
    }

    func write(_ db: Database, _ account: EntityID) throws {
        let statement = try PreparedStatement(db, Self.update)
        statement.bind(1, sequence)
        for (index, count) in counts.enumerated() { statement.bind(Int32(index + 2), count) }
        statement.bind(6, contentBytes)
        statement.bind(7, account)
        try statement.run()
    }

    var countsByKind: [EntityKind: Int] {
        Dictionary(
            uniqueKeysWithValues: EntityKind.allCases.map { ($0, Int(counts[$0.rawValue - 1])) }
        )
    }
}
