import GRDB
package import TrendyModel

/// The entities of the device: event types, property definitions, geofences and events.
///
/// Every change writes the entity and its pending mutation.
package struct EntityRecords: StoreRecords {
    let context: TransactionContext

    /// Records an entity that a person or the program made, durably, with its mutation.
    ///
    /// - `id`: a fresh id when `nil`.
    ///
    /// Returns the entity's id.
    ///
    /// Throws ``StoreError`` of the code `invalid` when the fields break rules.
    @discardableResult
    package func create(_ fields: some EntityFields, id: EntityID? = nil) throws -> EntityID {
        let id = id ?? dependencies.ids.next()
        let document = fields.document
        try Self.validate(document, as: type(of: fields).kind)
        let writer = self.writer()
        try writer.create(kind: type(of: fields).kind, id: id, content: document.json)
        return id
    }

    /// Records several entities in one transaction.
    package func create(_ entities: [(id: EntityID, fields: any EntityFields)]) throws {
        for entity in entities {
            try Self.validate(entity.fields.document, as: type(of: entity.fields).kind)
        }
        let writer = self.writer()
        for entity in entities {
            try writer.create(
                kind: type(of: entity.fields).kind,
                id: entity.id,
                content: entity.fields.document.json
            )
        }
    }

    /// Changes an entity: fields given are set, `null` clears, absent ones stay.
    ///
    /// - Throws: ``StoreError`` of the code `notFound` or `invalid`; nothing is written then.
    package func update(id: EntityID, change: Document) throws {
        let writer = self.writer()
        guard let row = try EntityRow.fetch(db, id: id), row.entity.deletedAt == nil
        else { throw StoreError.notFound(id) }
        try Self.validate(
            try row.entity.document().applying(change),
            as: row.entity.kind,
            replacing: row.entity.content
        )
        try writer.update(row, change: change)
    }

    /// Deletes an entity; one that is gone already is fine.
    ///
    /// - Parameters:
    ///   - id: the entity.
    ///   - cascade: whether the events of an event type go with it, each as a deletion of its own.
    /// - Throws: ``StoreError`` of the code `hasDependents` for a type that has events, unless they
    ///   are to go; nothing is written then.
    package func delete(id: EntityID, cascade: Bool = false) throws {
        let writer = self.writer()
        guard let row = try EntityRow.fetch(db, id: id), row.entity.deletedAt == nil
        else { return }
        if row.entity.kind == .eventType {
            let events = try EntityRow.liveEvents(db, ofType: id)
            guard events.isEmpty || cascade else {
                throw StoreError(.hasDependents, .typeHasEvents(count: events.count))
            }
            for event in events { try writer.delete(event) }
        }
        try writer.delete(row)
    }

    /// What is recorded here must be acceptable to a server, or it would wait for ever.
    ///
    /// Values of properties are kept whatever they are.
    static func validate(
        _ document: Document,
        as kind: EntityKind,
        replacing old: RawJSON? = nil
    ) throws {
        let violations = document.violations(as: kind).filter {
            !$0.field.hasPrefix("properties.")
        }
        guard violations.isEmpty else { throw StoreError.invalid(violations) }
        try checkSize(document, replacing: old)
    }

    /// Throws where an entity would become too large for a server to accept.
    static func checkSize(_ document: Document, replacing old: RawJSON?) throws {
        if let violation = document.sizeViolation(replacing: old) {
            throw StoreError.invalid([violation])
        }
    }
}
