import GRDB
import TrendyModel
import TrendySQLite

/// The row of an account's counters.
enum AccountRow {
    static let select = """
        SELECT sequence, tombstones_collected_to, event_types, property_definitions, geofences,
            events, content_bytes, epoch
        FROM account WHERE id = ? AND deletion_begun = 0
        """
    static let update = """
        UPDATE account SET sequence = ?, event_types = ?, property_definitions = ?,
            geofences = ?, events = ?, content_bytes = ?
        WHERE id = ?
        """

    /// Reads the row; throws ``ServerError/unknownAccount`` for a deleted account.
    static func read(_ db: Database, _ account: EntityID) throws -> AccountCounters {
        let statement = try PreparedStatement(db, select)
        statement.bind(1, account)
        let counters = try statement.firstRow { row in
            AccountCounters(
                epoch: row.string(7) ?? "",
                sequence: row.int(0),
                tombstonesCollectedTo: row.int(1),
                counts: (2...5).map { row.int($0) },
                contentBytes: row.int(6)
            )
        }
        guard let counters else { throw ServerError.unknownAccount }
        return counters
    }

    static func write(_ db: Database, _ account: EntityID, _ counters: AccountCounters) throws {
        let statement = try PreparedStatement(db, update)
        statement.bind(1, counters.sequence)
        for (index, count) in counters.counts.enumerated() {
            statement.bind(Int32(index + 2), count)
        }
        statement.bind(6, counters.contentBytes)
        statement.bind(7, account)
        try statement.run()
    }
}
