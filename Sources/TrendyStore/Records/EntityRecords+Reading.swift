import GRDB
package import TrendyModel
import TrendySQLite

extension EntityRecords {
    /// A live entity; `nil` when there is none of this id.
    package func fetch(id: EntityID) throws -> Entity? {
        let row = try EntityRow.fetch(db, id: id)
        return row?.entity.deletedAt == nil ? row?.entity : nil
    }

    /// Whether the entity of this id is deleted and its deletion is still known.
    package func isDeleted(id: EntityID) throws -> Bool {
        try EntityRow.fetch(db, id: id)?.entity.deletedAt != nil
    }

    /// All live entities of a kind that are few: types, definitions, geofences.
    package func fetchAll(kind: EntityKind) throws -> [Entity] {
        try EntityRow.fetchLive(db, kind)
    }

    /// The live entity of a kind with a name, without regard to case.
    package func fetch(kind: EntityKind, named name: String) throws -> Entity? {
        try EntityRow.fetchLive(db, kind, named: name.lowercased())?.entity
    }

    /// Live events, newest first.
    package func events(_ filter: EventFilter = EventFilter()) throws -> [Entity] {
        var entities: [Entity] = []
        try Self.events(db, filter).forEachRow { entities.append(try Entity(row: $0)) }
        return entities
    }

    /// Looks at live events, newest first, and returns those that are searched for.
    ///
    /// - `filter`: which ones to look at; its limit is how many of them at most, so that nobody
    ///   waits for long behind a search.
    /// - Returns: what was found, and where to look on; `nil` when there are no more.
    package func events(
        _ filter: EventFilter,
        matching search: EventSearch
    ) throws -> (found: [Entity], next: (timestamp: Instant, id: EntityID)?) {
        var found: [Entity] = []
        var last: (timestamp: Instant, id: EntityID)?
        var seen = 0
        try Self.events(db, filter).forEachRow { row in
            seen += 1
            if seen == filter.limit { last = (row.instant(7), try row.id(0)) }
            if search.matches(content: row.raw(9), type: row.optionalID(6)) {
                found.append(try Entity(row: row))
            }
        }
        return (found, last)
    }

    /// The live events among some ids, in no order.
    package func events(ids: some Sequence<EntityID>) throws -> [Entity] {
        try ids.compactMap { id in
            let entity = try EntityRow.fetch(db, id: id)?.entity
            return entity?.kind == .event && entity?.deletedAt == nil ? entity : nil
        }
    }

    private static func events(_ db: Database, _ filter: EventFilter) throws -> PreparedStatement {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE kind = 4 AND deleted_at IS NULL
                AND timestamp >= ?1 AND timestamp < ?2
                AND (timestamp, id) < (?3, ?4)
                \(filter.eventTypeID == nil ? "" : "AND event_type_id = ?5")
            ORDER BY timestamp DESC, id DESC LIMIT ?6
            """
        )
        statement.bind(1, filter.from?.milliseconds ?? .min)
        // The place to read on from bounds the index as well: the pair alone is only compared, and
        // each page would pass over all the newer events again.
        let end = filter.before.map { min($0.timestamp.milliseconds, .max - 1) + 1 } ?? .max
        statement.bind(2, min(filter.to?.milliseconds ?? .max, end))
        statement.bind(3, filter.before?.timestamp.milliseconds ?? .max)
        statement.bind(4, filter.before?.id ?? EntityID(high: .max, low: .max))
        if let type = filter.eventTypeID { statement.bind(5, type) }
        statement.bind(6, Int64(filter.limit))
        return statement
    }

    /// How many live entities there are, by kind.
    package func counts() throws -> [EntityKind: Int] {
        let statement = try PreparedStatement(
            db,
            "SELECT kind, count(*) FROM entity WHERE deleted_at IS NULL GROUP BY kind"
        )
        var counts: [EntityKind: Int] = [:]
        try statement.forEachRow { row in
            if let kind = EntityKind(rawValue: Int(row.int(0))) {
                counts[kind] = Int(row.int(1))
            }
        }
        return counts
    }

    /// Hands the id and version of each live entity that the server has accepted to `body`, in no
    /// order.
    package func forEachAccepted(_ body: (EntityID, Int64) -> Void) throws {
        let statement = try PreparedStatement(
            db,
            "SELECT id, version FROM entity WHERE deleted_at IS NULL AND version > 0"
        )
        try statement.forEachRow { body(try $0.id(0), $0.int(1)) }
    }

    /// The same for a range of ids.
    package func forEachAccepted(
        in range: ClosedRange<EntityID>,
        _ body: (EntityID, Int64) -> Void
    ) throws {
        let statement = try PreparedStatement(
            db,
            """
            SELECT id, version FROM entity
            WHERE id BETWEEN ? AND ? AND deleted_at IS NULL AND version > 0
            """
        )
        statement.bind(1, range.lowerBound)
        statement.bind(2, range.upperBound)
        try statement.forEachRow { body(try $0.id(0), $0.int(1)) }
    }
}
