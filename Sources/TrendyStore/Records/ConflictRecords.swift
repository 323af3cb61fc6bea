import GRDB
package import TrendyModel
import TrendySQLite

/// The conflict log.
package struct ConflictRecords: StoreRecords {
    let context: TransactionContext

    /// What lost conflicts and has not been acknowledged, newest first.
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

    /// The person has seen a loss and agrees; `nil` for every one.
    ///
    /// - Returns: how many were acknowledged.
    /// - Throws: ``StoreError`` of the code `notFound` when the one that was named is not open.
    @discardableResult
    package func acknowledge(_ id: ConflictLogEntry.ID?) throws -> Int {
        if let id {
            _ = try openConflict(db, id)
            try ConflictLog.acknowledge(db, id)
            return 1
        }
        try db.execute(sql: "UPDATE conflict SET acknowledged = 1 WHERE acknowledged = 0")
        return db.changesCount
    }

    /// Puts the value that lost back in its place: an edit as any other, with its mutation, and the
    /// end of the journal's entry, in one transaction.
    ///
    /// A whole entity that was edited here and deleted elsewhere comes back as it was edited.
    ///
    /// - Returns: the entity.
    /// - Throws: ``StoreError`` of the code `notFound` when the entry is not open, or when the
    ///   entity of a single field has been deleted meanwhile; of the code `invalid` when the value
    ///   is a name that another entity has, or makes the entity too large.
    @discardableResult
    package func restore(_ id: ConflictLogEntry.ID) throws -> EntityID {
        let writer = self.writer()
        let entry = try openConflict(db, id)
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
            try Self.checkName(db, row.entity, change)
            try EntityRecords.checkSize(
                try row.entity.document().applying(change),
                replacing: row.entity.content
            )
            try writer.update(row, change: change)
        }
        try ConflictLog.acknowledge(db, id)
        return entry.entityID
    }

    /// Sets whether, of two changes of a field, this device's waits for the person's word, however
    /// late it was made.
    ///
    /// The server's value stands meanwhile, and this device's is in the journal, from where it is
    /// taken back. The setting is this device's own.
    package func setAsksBeforeResolving(_ asks: Bool, eventType id: EntityID) throws {
        try Meta.set(db, .asksBeforeResolving(id), asks ? "1" : nil)
    }

    /// Whether the changes of a type's events wait for the person's word.
    package func asksBeforeResolving(eventType id: EntityID) throws -> Bool {
        try Meta.integer(db, .asksBeforeResolving(id)) != nil
    }

    private func openConflict(_ db: Database, _ id: ConflictLogEntry.ID) throws -> ConflictLogEntry
    {
        let statement = try PreparedStatement(
            db,
            "SELECT \(ConflictLog.columns) FROM conflict WHERE seq = ? AND acknowledged = 0"
        )
        statement.bind(1, id)
        guard let entry = try statement.firstRow({ try ConflictLogEntry(row: $0) }) else {
            throw Self.noConflict(id)
        }
        return entry
    }

    /// A name that is taken would be refused, and the same conflict be there again.
    private static func checkName(_ db: Database, _ entity: Entity, _ change: Document) throws {
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

    private static func noConflict(_ id: ConflictLogEntry.ID) -> StoreError {
        StoreError(.notFound, .noConflict(id: "\(id)"))
    }
}
