import GRDB
package import TrendyModel

/// The entities of the device: event types, property definitions, geofences and events.
///
/// Every change writes the entity and its pending mutation.
package struct EntityRecords: StoreRecords {
    let context: TransactionContext

    /// Creates an entity and its pending mutation.
    ///
    /// - Parameters:
    ///   - fields: the content.
    ///   - id: the entity's id; a new one when `nil`.
    /// - Returns: the entity's id.
    /// - Throws: ``StoreError`` with code `invalid` when the fields violate the model's rules.
    @discardableResult
    package func create(_ fields: some EntityFields, id: EntityID? = nil) throws -> EntityID {
        let id = id ?? dependencies.ids.next()
        let document = fields.document
        try Self.validate(document, as: type(of: fields).kind)
        try writer().create(kind: type(of: fields).kind, id: id, content: document.json)
        return id
    }

    /// Creates several entities with one edit time.
    ///
    /// - Throws: ``StoreError`` with code `invalid` when any of them violates the model's rules;
    ///   nothing is written then.
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

    /// Updates fields of an entity: `null` clears a field, absent fields keep their value.
    ///
    /// - Throws: ``StoreError`` with code `notFound` or `invalid`; nothing is written then.
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

    /// Deletes an entity; does nothing when it does not exist or is deleted already.
    ///
    /// - Parameters:
    ///   - id: the entity.
    ///   - cascade: whether to delete the events of an event type too, with one mutation each.
    /// - Throws: ``StoreError`` with code `hasDependents` for a type that has events, unless
    ///   `cascade` is set; nothing is written then.
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

    /// Restores a deleted entity with the content it had before; does nothing when it is live.
    ///
    /// Unless the deletion was sent meanwhile, the server and other devices see neither it nor the
    /// restoration.
    ///
    /// - Throws: an error of the database; nothing is written then.
    package func restore(_ entity: Entity) throws {
        try writer().restore(kind: entity.kind, id: entity.id, content: entity.content)
    }

    /// Throws when a server would refuse the content of an entity.
    ///
    /// Property values are not validated.
    static func validate(
        _ document: Document,
        as kind: EntityKind,
        replacing old: RawJSON? = nil
    ) throws {
        let violations = document.violations(as: kind)
            .filter { !$0.field.hasPrefix("properties.") }
        guard violations.isEmpty else { throw StoreError.invalid(violations) }
        try checkSize(document, replacing: old)
    }

    /// Throws when the content of an entity exceeds the size that a server accepts.
    static func checkSize(_ document: Document, replacing old: RawJSON?) throws {
        if let violation = document.sizeViolation(replacing: old) {
            throw StoreError.invalid([violation])
        }
    }
}
