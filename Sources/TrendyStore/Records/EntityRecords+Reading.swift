import GRDB
package import TrendyModel
import TrendySQLite

extension EntityRecords {
    /// The events among `ids` that a remote change altered since the person last opened them.
    package func remotelyUpdated(among ids: some Sequence<EntityID>) throws -> Set<EntityID> {
        var updated: Set<EntityID> = []
        for id in ids where try RemoteUpdate.contains(db, id) { updated.insert(id) }
        return updated
    }

    /// The events that a remote change altered since the person last opened them, the latest change
    /// first.
    package func remotelyUpdated(limit: Int) throws -> [EntityID] {
        try RemoteUpdate.latest(db, limit: limit)
    }

    /// Removes the mark of a remotely updated event, because the person opened it.
    package func markSeen(_ id: EntityID) throws {
        guard try RemoteUpdate.contains(db, id) else { return }
        try RemoteUpdate.remove(db, id)
        changeTracker.record(id, .event)
    }

    /// The live entity with an id; `nil` when it does not exist or is deleted.
    package func fetch(id: EntityID) throws -> Entity? {
        let row = try EntityRow.fetch(db, id: id)
        return row?.entity.deletedAt == nil ? row?.entity : nil
    }

    /// Whether the database has a tombstone of the entity.
    package func isDeleted(id: EntityID) throws -> Bool {
        try EntityRow.fetch(db, id: id)?.entity.deletedAt != nil
    }

    /// All live entities of a kind with unique names, ordered by name.
    ///
    /// It is not meant for events, which may be many.
    package func fetchAll(kind: EntityKind) throws -> [Entity] {
        try EntityRow.fetchLive(db, kind)
    }

    /// The live entity of a kind with a unique name, compared without regard to case.
    package func fetch(kind: EntityKind, named name: String) throws -> Entity? {
        try EntityRow.fetchLive(db, kind, named: name.lowercased())?.entity
    }

    /// The live events that match a filter, newest first.
    package func events(_ filter: EventFilter = EventFilter()) throws -> [Entity] {
        var entities: [Entity] = []
        try statement(for: filter).forEachRow { entities.append(try Entity(row: $0)) }
        return entities
    }

    /// Searches one page of live events, newest first; ``DeviceStore/eventPages(_:matching:)`` reads
    /// all pages.
    ///
    /// - `filter`: the events to search; its limit is the number of events in a page, which bounds
    ///   the time that a search occupies the store.
    /// - `search`: an empty one also matches events that cannot be decoded.
    /// - Returns: the matching events, and the position after which the next page begins; `nil`
    ///   after the last page.
    package func events(
        _ filter: EventFilter,
        matching search: EventSearch
    ) throws -> (found: [Entity], next: (timestamp: Instant, id: EntityID)?) {
        var found: [Entity] = []
        var next: (timestamp: Instant, id: EntityID)?
        var count = 0
        try statement(for: filter).forEachRow { row in
            count += 1
            if count == filter.limit { next = (row.instant(7), try row.id(0)) }
            if search.isEmpty || search.matches(content: row.raw(9), type: row.optionalID(6)) {
                found.append(try Entity(row: row))
            }
        }
        return (found, next)
    }

    /// The live events with these ids; other ids are skipped.
    package func events(ids: some Sequence<EntityID>) throws -> [Entity] {
        try ids.compactMap { id in
            let entity = try EntityRow.fetch(db, id: id)?.entity
            return entity?.kind == .event && entity?.deletedAt == nil ? entity : nil
        }
    }

    private func statement(for filter: EventFilter) throws -> PreparedStatement {
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
        // The position also bounds the index range by time: the row value comparison alone only
        // filters, so each page would scan all newer events again.
        let end = filter.before.map { min($0.timestamp.milliseconds, .max - 1) + 1 } ?? .max
        statement.bind(2, min(filter.to?.milliseconds ?? .max, end))
        statement.bind(3, filter.before?.timestamp.milliseconds ?? .max)
        statement.bind(4, filter.before?.id ?? EntityID(high: .max, low: .max))
        if let type = filter.eventTypeID { statement.bind(5, type) }
        statement.bind(6, Int64(filter.limit))
        return statement
    }

    /// The number of live events of a type.
    package func eventCount(ofType type: EntityID) throws -> Int {
        let statement = try PreparedStatement(
            db,
            """
            SELECT count(*) FROM entity
            WHERE kind = 4 AND deleted_at IS NULL AND event_type_id = ?
            """
        )
        statement.bind(1, type)
        return Int(try statement.firstRow { $0.int(0) } ?? 0)
    }

    /// The number of live entities by kind.
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

    /// Calls `body` with the id and version of each live entity that the server has accepted, in no
    /// particular order.
    package func forEachAccepted(_ body: (EntityID, Int64) -> Void) throws {
        let statement = try PreparedStatement(
            db,
            "SELECT id, version FROM entity WHERE deleted_at IS NULL AND version > 0"
        )
        try statement.forEachRow { body(try $0.id(0), $0.int(1)) }
    }

    /// Calls `body` with the id and version of each accepted live entity in a range of ids.
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
