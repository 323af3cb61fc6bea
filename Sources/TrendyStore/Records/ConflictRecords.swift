import GRDB
package import TrendyModel
import TrendySQLite

/// The conflict log: the values that lost a conflict, and the conflict policy of each event type.
package struct ConflictRecords: StoreRecords {
    let context: TransactionContext

    /// The unacknowledged entries, newest first.
    package func open(limit: Int = 100) throws -> [ConflictLogEntry] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(ConflictLog.columns) FROM conflict WHERE acknowledged = 0
            ORDER BY seq DESC LIMIT ?
            """
        )
        statement.bind(1, Int64(limit))
        var entries: [ConflictLogEntry] = []
        try statement.forEachRow { entries.append(try ConflictLogEntry(row: $0)) }
        return entries
    }

    /// Acknowledges one entry, or all of them when `id` is `nil`.
    ///
    /// - Returns: the number of entries that were acknowledged.
    /// - Throws: ``StoreError`` with code `notFound` when the entry does not exist or is
    ///   acknowledged already.
    @discardableResult
    package func acknowledge(_ id: ConflictLogEntry.ID?) throws -> Int {
        if let id {
            _ = try openConflict(id)
            try ConflictLog.acknowledge(db, id)
            return 1
        }
        try db.execute(sql: "UPDATE conflict SET acknowledged = 1 WHERE acknowledged = 0")
        return db.changesCount
    }

    /// Writes the value that lost back to its entity as a new edit, and acknowledges the entry.
    ///
    /// An entity that was edited here and deleted on another device is created again with the
    /// edited content.
    ///
    /// - Returns: the id of the entity.
    /// - Throws: ``StoreError`` with code `notFound` when the entry is not open, or when the entity
    ///   of a single field is deleted; with code `invalid` when the value is a name that another
    ///   entity has, or makes the entity too large.
    @discardableResult
    package func restore(_ id: ConflictLogEntry.ID) throws -> EntityID {
        let writer = self.writer()
        let entry = try openConflict(id)
        if entry.loss.field == Resolution.Loss.fullEntity {
            try writer.create(
                kind: entry.kind,
                id: entry.entityID,
                content: entry.loss.loser ?? Entity.emptyContent
            )
        } else {
            guard let row = try EntityRow.fetch(db, id: entry.entityID),
                row.entity.deletedAt == nil
            else { throw StoreError.notFound(entry.entityID) }
            var change = Document()
            change[entry.loss.field] = entry.loss.loser ?? .null
            try checkName(of: row.entity, after: change)
            try EntityRecords.checkSize(
                try row.entity.document().applying(change),
                replacing: row.entity.content
            )
            try writer.update(row, change: change)
        }
        try ConflictLog.acknowledge(db, id)
        return entry.entityID
    }

    /// Sets whether the person resolves the conflicts of an event type's events.
    ///
    /// When set, the server's value applies and this device's value goes to the conflict log, even
    /// when it is the later one; ``restore(_:)`` restores it. The setting is not synced.
    package func setAsksBeforeResolving(_ asks: Bool, eventType id: EntityID) throws {
        try Meta.set(db, .asksBeforeResolving(id), asks ? "1" : nil)
    }

    /// Whether the person resolves the conflicts of an event type's events.
    package func asksBeforeResolving(eventType id: EntityID) throws -> Bool {
        try Meta.integer(db, .asksBeforeResolving(id)) != nil
    }

    private func openConflict(_ id: ConflictLogEntry.ID) throws -> ConflictLogEntry {
        let statement = try PreparedStatement(
            db,
            "SELECT \(ConflictLog.columns) FROM conflict WHERE seq = ? AND acknowledged = 0"
        )
        statement.bind(1, id)
        guard let entry = try statement.firstRow({ try ConflictLogEntry(row: $0) }) else {
            throw StoreError(.notFound, .noConflict(id: "\(id)"))
        }
        return entry
    }

    /// Throws when a change gives an entity the name of another one.
    ///
    /// The server would refuse the name, and the same conflict would be logged again.
    private func checkName(of entity: Entity, after change: Document) throws {
        let document = try entity.document().applying(change)
        guard let name = EntityKeys(kind: entity.kind, document: document).uniqueName else {
            return
        }
        let statement = try PreparedStatement(
            db,
            """
            SELECT 1 FROM entity
            WHERE kind = ? AND unique_name = ? AND deleted_at IS NULL AND id <> ?
            """
        )
        statement.bind(1, Int64(entity.kind.rawValue))
        statement.bind(2, name)
        statement.bind(3, entity.id)
        guard try statement.firstRow({ _ in true }) == nil else {
            throw StoreError(.invalid, .nameTaken(kind: entity.kind.name))
        }
    }
}
