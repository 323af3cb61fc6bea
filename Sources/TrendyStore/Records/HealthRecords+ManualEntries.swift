package import TrendyModel

extension HealthRecords {
    /// Creates the event of a manual health entry unless the category has an equivalent event.
    ///
    /// When an equivalent event without notes exists, it gets the notes of the entry.
    ///
    /// - Parameters:
    ///   - event: the entry; its event type is replaced by the one that the person chose for the
    ///     category, or else the category's own.
    ///   - category: the category's name, and its own event type, which is created if missing.
    ///   - span: the range in which an equivalent event begins.
    ///   - isSame: whether an event of the category is equivalent to the entry.
    /// - Returns: the id of the created or the equivalent event, and whether it was created.
    /// - Throws: ``StoreError`` with code `invalid` when the fields violate the model's rules.
    package func record(
        _ event: Event,
        of category: (name: String, typeID: EntityID, type: EventType),
        unlessKnownIn span: Range<Instant>,
        isSame: @Sendable (Event) -> Bool
    ) throws -> (id: EntityID, isNew: Bool) {
        try EntityRecords.validate(event.document, as: .event)
        let newID = dependencies.ids.next()
        let writer = self.writer()
        if let known = try events(of: category.name, in: span).first(where: { isSame($0.event) }) {
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

    /// The event type that the person chose for the category, or else the category's own, which is
    /// created if it is missing.
    private func typeID(
        for category: (name: String, typeID: EntityID, type: EventType),
        _ writer: LocalWriter
    ) throws -> EntityID {
        let chosen = try HealthRow.fetch(db, category.name)?.settings.eventTypeID
        for id in [chosen, category.typeID].compactMap(\.self) {
            if let row = try EntityRow.fetch(db, id: id), row.entity.deletedAt == nil { return id }
        }
        let document = category.type.document
        try EntityRecords.validate(document, as: .eventType)
        try writer.create(kind: .eventType, id: category.typeID, content: document.json)
        return category.typeID
    }
}
