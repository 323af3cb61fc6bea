package import TrendyModel

extension DeviceStore {
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
    package func recordHealth(
        _ event: Event,
        of category: (name: String, typeID: EntityID, type: EventType),
        unlessKnownIn span: Range<Instant>,
        isSame: @Sendable (Event) -> Bool
    ) throws -> (id: EntityID, isNew: Bool) {
        try validate(event.document, as: .event)
        let newID = dependencies.ids.next()
        var recorded = (id: newID, isNew: true)
        try write { writer in
            let known = try Self.healthEvents(writer.db, of: category.name, in: span)
                .first { isSame($0.event) }
            if let known {
                recorded = (known.id, false)
                guard known.event.notes == nil, let notes = event.notes else { return }
                return try add(notes, to: known.id, writer)
            }
            var new = event
            new.eventTypeID = try typeID(for: category, writer)
            try writer.create(kind: .event, id: newID, content: new.document.json)
        }
        return recorded
    }

    private func add(_ notes: String, to id: EntityID, _ writer: LocalWriter) throws {
        guard let row = try EntityRow.fetch(writer.db, id: id) else { return }
        let change = Document([.init(name: "notes", value: RawJSON(notes))])
        try validate(row.entity.document().applying(change), as: .event)
        try writer.update(row, change: change)
    }

    /// The type that the person chose for the category, else the category's own, made where it is
    /// missing.
    private func typeID(
        for category: (name: String, typeID: EntityID, type: EventType),
        _ writer: LocalWriter
    ) throws -> EntityID {
        let chosen = try HealthRow.fetch(writer.db, category.name)?.settings.eventTypeID
        for id in [chosen, category.typeID].compactMap(\.self) {
            let row = try EntityRow.fetch(writer.db, id: id)
            if let row, row.entity.deletedAt == nil { return id }
        }
        let document = category.type.document
        try validate(document, as: .eventType)
        try writer.create(kind: .eventType, id: category.typeID, content: document.json)
        return category.typeID
    }
}
