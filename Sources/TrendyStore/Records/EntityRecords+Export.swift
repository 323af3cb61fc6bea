import GRDB
package import TrendyModel
import TrendySQLite

extension EntityRecords {
    /// The events of a page of an export, with the bounds that keep it small.
    package struct ExportPage: Sendable {
        /// The events, oldest first.
        package var events = PackedEvents()
        /// The position after which the next page begins; `nil` after the last page.
        package var next: (timestamp: Instant, id: EntityID)?
    }

    /// The maximum number of events of a page.
    package static let exportPageEvents = 2_000
    /// The size of the contents after which a page ends, in bytes.
    package static let exportPageBytes = 512 * 1024

    /// Reads a page of the live events of a period and type, oldest first.
    ///
    /// - Parameters:
    ///   - filter: the period and the type; its limit and position are not used.
    ///   - position: the last event of the previous page; `nil` for the first page.
    /// - Returns: the events and the position of the next page.
    /// - Throws: `DatabaseError`.
    package func exportPage(
        _ filter: EventFilter,
        after position: (timestamp: Instant, id: EntityID)?
    ) throws -> ExportPage {
        let statement = try PreparedStatement(
            db,
            Self.exportSQL("id, version, created_at, updated_at, timestamp, content", filter)
                + " AND (timestamp, id) > (?4, ?5) ORDER BY timestamp, id"
        )
        // The position also bounds the index range by time, as the row values alone only filter.
        bind(filter, to: statement, from: position?.timestamp)
        statement.bind(4, position?.timestamp.milliseconds ?? .min)
        statement.bind(5, position?.id ?? EntityID(high: 0, low: 0))
        var page = ExportPage()
        if position != nil {
            // A page of contents, and one content beyond its bound.
            page.events = PackedEvents(
                events: Self.exportPageEvents,
                bytes: Self.exportPageBytes + 64 * 1024
            )
        }
        try statement.readRows { row in
            let id = try row.id(0)
            page.events.append(
                id: id,
                version: row.int(1),
                createdAt: row.instant(2),
                updatedAt: row.instant(3),
                content: row.raw(5)
            )
            guard page.events.count < Self.exportPageEvents,
                page.events.contentBytes < Self.exportPageBytes
            else {
                page.next = (row.instant(4), id)
                return false
            }
            return true
        }
        return page
    }

    /// The number of live events of a period and type.
    package func count(_ filter: EventFilter) throws -> Int {
        let statement = try PreparedStatement(db, Self.exportSQL("count(*)", filter))
        bind(filter, to: statement, from: nil)
        return try statement.firstRow { Int($0.int(0)) } ?? 0
    }

    private static func exportSQL(_ columns: String, _ filter: EventFilter) -> String {
        """
        SELECT \(columns) FROM entity
        WHERE kind = 4 AND deleted_at IS NULL AND timestamp >= ?1 AND timestamp < ?2
            \(filter.eventTypeID == nil ? "" : "AND event_type_id = ?3")
        """
    }

    private func bind(_ filter: EventFilter, to statement: PreparedStatement, from: Instant?) {
        let first = max(filter.from?.milliseconds ?? .min, from?.milliseconds ?? .min)
        statement.bind(1, first)
        statement.bind(2, filter.to?.milliseconds ?? .max)
        if let type = filter.eventTypeID { statement.bind(3, type) }
    }
}
