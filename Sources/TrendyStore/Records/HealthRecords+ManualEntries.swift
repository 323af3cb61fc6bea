package import TrendyModel

extension HealthRecords {
    /// Records what a person told of a health category, unless it is there already, as one
    /// transaction: nothing comes in between.
    ///
    /// - Parameters:
    ///   - event: its event; it is given the type that the person chose for the category, else the
    ///     category's own.
    ///   - category: the category, with its own type, which is made where it is missing.
    ///   - span: when what is the same may have begun.
    ///   - isSame: whether an event of the category is the same fact.
    /// - Returns: the event, and whether it is new; else notes were added where there were none.
    /// - Throws: ``StoreError`` of the code `invalid` when the fields break rules.
    package func record(
        _ event: Event,
        of category: (name: String, typeID: EntityID, type: EventType),
        unlessKnownIn span: Range<Instant>,
        isSame: @Sendable (Event) -> Bool
    ) throws -> (id: EntityID, isNew: Bool) {
        try EntityRecords.validate(event.document, as: .event)
        let newID = dependencies.ids.next()
        let writer = self.writer()
        let known = try Self.events(db, of: category.name, in: span)
            .first { isSame($0.event) }
        if let known {
            if known.event.notes == nil, let notes = event.notes {
                try add(notes, to: known.id, writer)
            }
            return (known.id, false)
        }
        var new = event
        new.eventTypeID = try typeID(for: category, writer)
        try writer.create(kind: .event, id: newID, content: new.document.json)
        return (newID, true)
    }

    private func add(_ notes: String, to id: EntityID, _ writer: LocalWriter) throws {
        guard let row = try EntityRow.fetch(db, id: id) else { return }
        let change = Document([.init(name: "notes", value: RawJSON(notes))])
        try EntityRecords.validate(row.entity.document().applying(change), as: .event)
        try writer.update(row, change: change)
    }

    /// The type that the person chose for the category, else the category's own, made where it is
    /// missing.
    private func typeID(
        for category: (name: String, typeID: EntityID, type: EventType),
        _ writer: LocalWriter
    ) throws -> EntityID {
        let chosen = try HealthRow.fetch(db, category.name)?.settings.eventTypeID
        for id in [chosen, category.typeID].compactMap(\.self) {
            let row = try EntityRow.fetch(db, id: id)
            if let row, row.entity.deletedAt == nil { return id }
        }
        let document = category.type.document
        try EntityRecords.validate(document, as: .eventType)
        try writer.create(kind: .eventType, id: category.typeID, content: document.json)
        return category.typeID
    }
}
