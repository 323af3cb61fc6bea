public import TrendyModel
package import TrendyStore

/// Records an event that a person enters, and creates its type when necessary.
public struct RecordManualEvent: Sendable {
    /// The entered values.
    public struct Entry: Sendable {
        /// The type's name, stored or localized, ignoring case.
        ///
        /// A missing type is created.
        public var typeName: String
        /// When the event happened; `nil` for now.
        public var timestamp: Instant?
        /// When the event ended; `nil` for none.
        public var endDate: Instant?
        /// The notes; `nil` for none.
        public var notes: String?
        /// The properties by key.
        public var properties: PropertyBag

        /// Creates an entry.
        public init(
            typeName: String,
            timestamp: Instant? = nil,
            endDate: Instant? = nil,
            notes: String? = nil,
            properties: PropertyBag = PropertyBag()
        ) {
            self.typeName = typeName
            self.timestamp = timestamp
            self.endDate = endDate
            self.notes = notes
            self.properties = properties
        }
    }

    /// The result of recording.
    public struct Receipt: Sendable, Equatable {
        /// The event's id.
        public var eventID: EntityID
        /// The id of the event's type.
        public var eventTypeID: EntityID
        /// Whether the type was created.
        public var isNewType: Bool
    }

    private let store: DeviceStore
    private let dependencies: Dependencies

    /// Creates a use case over a store.
    package init(store: DeviceStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// Records an entry; the event and its type are one transaction.
    ///
    /// - Throws: `StoreError` with code `invalid` when the entry violates a validation rule.
    public func callAsFunction(_ entry: Entry) async throws -> Receipt {
        let existing = try await type(named: entry.typeName)
        let typeID = existing ?? dependencies.ids.next()
        var event = Event(
            eventTypeID: typeID,
            timestamp: entry.timestamp ?? dependencies.wallClock.now(),
            sourceType: .manual
        )
        event.endDate = entry.endDate
        event.notes = entry.notes
        event.properties = entry.properties
        let eventID = dependencies.ids.next()
        var entities: [(id: EntityID, fields: any EntityFields)] = []
        if existing == nil { entities.append((typeID, EventType(name: entry.typeName))) }
        entities.append((eventID, event))
        try await store.write { [entities] in try $0.entities.create(entities) }
        return Receipt(eventID: eventID, eventTypeID: typeID, isNewType: existing == nil)
    }

    /// The property definitions of the type with a name, in their order; empty for a new type.
    ///
    /// - Throws: the errors of the database.
    public func definitions(ofTypeNamed name: String) async throws -> [PropertyDefinition] {
        guard let id = try await type(named: name) else { return [] }
        return try await store.read { try $0.entities.fetchAll(kind: .propertyDefinition) }
            .compactMap { entity in
                entity.readable(as: PropertyDefinition.self)?.fields
            }.filter { $0.eventTypeID == id }.sorted {
                ($0.displayOrder, $0.key) < ($1.displayOrder, $1.key)
            }
    }

    /// The type with a stored name, or else with a localized one.
    private func type(named name: String) async throws -> EntityID? {
        if let stored = try await store.read({
            try $0.entities.fetch(kind: .eventType, named: name)
        }) {
            return stored.id
        }
        let shown = name.lowercased()
        return try await store.read { try $0.entities.fetchAll(kind: .eventType) }.first { entity in
            // A type that cannot be decoded has no localized name.
            guard let type = try? EventType(document: entity.document()) else { return false }
            return EventTypeFormatter.text(for: type, entity.id).lowercased() == shown
        }?.id
    }
}
