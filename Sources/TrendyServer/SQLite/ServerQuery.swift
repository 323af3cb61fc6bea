import GRDB
import TrendyModel
import TrendySQLite

/// SQL statements that requests read with; a test checks their query plans.
enum ServerQuery {
    static let changes = """
        SELECT \(EntityRow.columns) FROM entity WHERE account = ? AND version > ?
        ORDER BY version LIMIT ?
        """

    /// Newest first.
    ///
    /// A cursor of an epoch that is not in the result counts as unknown.
    static let previousEpochs = """
        SELECT epoch, version FROM previous_epoch WHERE account = ? ORDER BY number DESC LIMIT 100
        """

    /// SQLite uses the partial index only with a literal bound of the kind.
    static let snapshotEntities = """
        SELECT \(EntityRow.columns) FROM entity
        WHERE account = ? AND kind < 4 AND (kind, id) > (?, ?) AND deleted_at IS NULL
        ORDER BY kind, id LIMIT ?
        """

    /// SQLite replaces the column in `kind < 4` by the value of `kind = ?`, and then no longer finds
    /// the partial index, so the kind is a range.
    static let entitiesOfKind = """
        SELECT \(EntityRow.columns) FROM entity
        WHERE account = ?1 AND kind < 4 AND (kind, id) > (?2, ?3) AND kind <= ?2
            AND deleted_at IS NULL
        ORDER BY kind, id LIMIT ?4
        """

    static let entitiesOfType = """
        SELECT \(EntityRow.columns) FROM entity
        WHERE account = ?1 AND event_type_id = ?5 AND timestamp IS NULL AND kind = ?2 AND id > ?3
        ORDER BY id LIMIT ?4
        """

    static let entity = "SELECT \(EntityRow.columns) FROM entity WHERE account = ? AND id = ?"

    static let digest = """
        SELECT id, version, kind, deleted_at FROM entity
        WHERE account = ?1 AND id BETWEEN ?2 AND ?3 ORDER BY id
        """

    static let range = """
        SELECT \(EntityRow.columns) FROM entity
        WHERE account = ?1 AND id BETWEEN ?2 AND ?3 AND id > ?4
        ORDER BY id LIMIT ?5
        """

    /// The SQL for the given filters; there are few texts, so that all stay prepared.
    static func eventsSQL(hasType: Bool, hasSource: Bool) -> String {
        """
        SELECT \(EntityRow.columns), source_type, timestamp FROM entity
        WHERE account = ?1 AND timestamp IS NOT NULL AND (timestamp, id) < (?2, ?3)
            AND timestamp >= ?4
            \(hasType ? "AND event_type_id = ?6" : "")
            \(hasSource ? "AND source_type = ?7" : "")
        ORDER BY timestamp DESC, id DESC LIMIT ?5
        """
    }

    /// Oldest first.
    static func oldestEventsSQL(hasType: Bool) -> String {
        """
        SELECT \(EntityRow.columns), source_type, timestamp FROM entity
        WHERE account = ?1 AND timestamp IS NOT NULL AND (timestamp, id) > (?2, ?3)
            AND timestamp < ?4
            \(hasType ? "AND event_type_id = ?6" : "")
        ORDER BY timestamp, id LIMIT ?5
        """
    }

    /// The events of a query without a source, oldest first.
    private static func oldestEvents(
        _ db: Database,
        account: EntityID,
        query: EventQuery
    ) throws -> PreparedStatement {
        let statement = try PreparedStatement(
            db,
            oldestEventsSQL(hasType: query.eventTypeID != nil)
        )
        statement.bind(1, account)
        // `from` is inclusive: the bound is after the last id of the instant before.
        let last = EntityID(high: .max, low: .max)
        var bound = (query.from.map { max($0.milliseconds, .min + 1) - 1 } ?? .min, last)
        if case .event(let timestamp, let id) = query.after, timestamp.milliseconds > bound.0 {
            bound = (timestamp.milliseconds, id)
        }
        statement.bind(2, bound.0)
        statement.bind(3, bound.1)
        statement.bind(4, query.to?.milliseconds ?? Int64.max)
        statement.bind(5, Int64(query.limit + 1))
        if let type = query.eventTypeID { statement.bind(6, type) }
        return statement
    }

    static func events(
        _ db: Database,
        account: EntityID,
        query: EventQuery
    ) throws -> PreparedStatement {
        guard !query.isOldestFirst else {
            return try oldestEvents(db, account: account, query: query)
        }
        let statement = try PreparedStatement(
            db,
            eventsSQL(hasType: query.eventTypeID != nil, hasSource: query.sourceType != nil)
        )
        statement.bind(1, account)
        // `to` is exclusive: the bound is before the first id at that instant.
        var bound = (query.to?.milliseconds ?? Int64.max, EntityID(high: 0, low: 0))
        if case .event(let timestamp, let id) = query.after, timestamp.milliseconds < bound.0 {
            bound = (timestamp.milliseconds, id)
        }
        statement.bind(2, bound.0)
        statement.bind(3, bound.1)
        statement.bind(4, query.from?.milliseconds ?? Int64.min)
        statement.bind(5, Int64(query.limit + 1))
        if let type = query.eventTypeID { statement.bind(6, type) }
        if let source = query.sourceType { statement.bind(7, source) }
        return statement
    }
}
