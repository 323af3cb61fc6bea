import GRDB
import TrendyLocalization
public import TrendyModel

extension DeviceStore {
    /// Records an entity that a person or the program made, durably, with its mutation.
    ///
    /// - `id`: a fresh id when `nil`.
    ///
    /// Returns the entity's id.
    ///
    /// Throws ``StoreError`` of the code `invalid` when the fields break rules.
    @discardableResult
    public func create(_ fields: some EntityFields, id: EntityID? = nil) throws -> EntityID {
        let id = id ?? dependencies.ids.next()
        let document = fields.document
        try validate(document, as: type(of: fields).kind)
        try write { writer in
            try writer.create(kind: type(of: fields).kind, id: id, content: document.json)
        }
        return id
    }

    /// Records several entities in one transaction.
    public func create(_ entities: [(id: EntityID, fields: any EntityFields)]) throws {
        for entity in entities {
            try validate(entity.fields.document, as: type(of: entity.fields).kind)
        }
        try write { writer in
            for entity in entities {
                try writer.create(
                    kind: type(of: entity.fields).kind,
                    id: entity.id,
                    content: entity.fields.document.json
                )
            }
        }
    }

    /// Changes an entity: fields given are set, `null` clears, absent ones stay.
    ///
    /// - Throws: ``StoreError`` of the code `notFound` or `invalid`; nothing is written then.
    public func update(id: EntityID, change: Document) throws {
        try write { writer in
            guard let row = try EntityRow.fetch(writer.db, id: id), row.entity.deletedAt == nil
            else { throw Self.notFound(id) }
            try Self.checkedForViolations(
                try row.entity.document().applying(change),
                as: row.entity.kind,
                replacing: row.entity.content
            )
            try writer.update(row, change: change)
        }
    }

    /// Deletes an entity; one that is gone already is fine.
    ///
    /// - Parameters:
    ///   - id: the entity.
    ///   - cascade: whether the events of an event type go with it, each as a deletion of its own.
    /// - Throws: ``StoreError`` of the code `hasDependents` for a type that has events, unless they
    ///   are to go; nothing is written then.
    public func delete(id: EntityID, cascade: Bool = false) throws {
        try write { writer in
            guard let row = try EntityRow.fetch(writer.db, id: id), row.entity.deletedAt == nil
            else { return }
            if row.entity.kind == .eventType {
                let events = try EntityRow.liveEvents(writer.db, ofType: id)
                guard events.isEmpty || cascade else {
                    throw StoreError(
                        code: .hasDependents,
                        message: Strings.Store.typeHasEvents(events.count)
                    )
                }
                for event in events { try writer.delete(event) }
            }
            try writer.delete(row)
        }
    }

    static func notFound(_ id: EntityID) -> StoreError {
        StoreError(code: .notFound, message: Strings.Store.notFound(["id": "\(id)"]))
    }

    func write(_ body: (LocalWriter) throws -> Void) throws {
        let editedAt = try nextEditTime()
        try writing { db in
            try body(writer(db, editedAt: editedAt))
        }
    }

    /// What writes within an open transaction.
    ///
    /// - `sent`: what is on its way; as the last transaction left it when `nil`.
    func writer(_ db: Database, editedAt: Instant, sent: SentWatermark? = nil) -> LocalWriter {
        LocalWriter(
            db: db,
            now: dependencies.wallClock.now(),
            editedAt: editedAt,
            sent: sent ?? self.sent,
            ids: dependencies.ids,
            log: changeTracker
        )
    }

    func validate(_ document: Document, as kind: EntityKind) throws {
        try Self.checkedForViolations(document, as: kind)
    }

    /// What is recorded here must be acceptable to a server, or it would wait for ever.
    ///
    /// Values of properties are kept whatever they are.
    static func checkedForViolations(
        _ document: Document,
        as kind: EntityKind,
        replacing old: RawJSON? = nil
    ) throws {
        let violations = document.violations(as: kind).filter {
            !$0.field.hasPrefix("properties.")
        }
        guard violations.isEmpty else { throw invalid(violations) }
        try checkSize(document, replacing: old)
    }

    /// Throws where an entity would become too large for a server to accept.
    static func checkSize(_ document: Document, replacing old: RawJSON?) throws {
        if let tooLarge = document.sizeViolation(replacing: old) { throw invalid([tooLarge]) }
    }

    private static func invalid(_ violations: [FieldError]) -> StoreError {
        let list = violations.map { FieldFormatter.violation(of: $0.field, code: $0.code) }
        return StoreError(
            code: .invalid,
            message: Strings.Store.invalid(["list": list.joined(separator: " ")]),
            detail: violations.map(\.description).joined(separator: "; ")
        )
    }
}
