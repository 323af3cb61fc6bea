public import TrendyModel
public import TrendyStore

/// Records an event that a person enters, and its type when it is new.
public struct RecordManualEvent: Sendable {
    /// What a person enters.
    public struct Entry: Sendable {
        /// The name of the type, with any case, as it is stored or as it is shown in the person's
        /// language; it is made when there is none.
        public var typeName: String
        /// When it happened; now when `nil`.
        public var timestamp: Instant?
        /// When it ended.
        public var endDate: Instant?
        /// What the person wrote.
        public var notes: String?
        /// Properties by key.
        public var properties: PropertyBag

        /// An entry of a type at a time.
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

    /// What was recorded.
    public struct Receipt: Sendable, Equatable {
        /// The event.
        public var eventID: EntityID
        /// Its type.
        public var eventTypeID: EntityID
        /// Whether the type was made for it.
        public var isNewType: Bool
    }

    private let store: DeviceStore
    private let dependencies: Dependencies

    /// A use case over a store.
    public init(store: DeviceStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// Records an entry; event and type are one transaction.
    ///
    /// - Throws: `StoreError` of the code `invalid` when the entry breaks rules.
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
        try await store.create(entities)
        return Receipt(eventID: eventID, eventTypeID: typeID, isNewType: existing == nil)
    }

    /// The property definitions of the type with a name, in their order; empty for a new type.
    ///
    /// - Throws: the errors of the database.
    public func definitions(ofTypeNamed name: String) async throws -> [PropertyDefinition] {
        guard let id = try await type(named: name) else { return [] }
        return try await store.entities(kind: .propertyDefinition).compactMap { entity in
            entity.readable(as: PropertyDefinition.self)?.fields
        }.filter { $0.eventTypeID == id }.sorted {
            ($0.displayOrder, $0.key) < ($1.displayOrder, $1.key)
        }
    }

    /// The type that has a name, else the one that is shown by it.
    private func type(named name: String) async throws -> EntityID? {
        if let stored = try await store.entity(kind: .eventType, named: name) { return stored.id }
        let shown = name.lowercased()
        return try await store.entities(kind: .eventType).first { entity in
            // A type that cannot be read is shown by no name.
            guard let type = try? EventType(document: entity.document()) else { return false }
            return EventTypeFormatter.text(for: type, entity.id).lowercased() == shown
        }?.id
    }
}
