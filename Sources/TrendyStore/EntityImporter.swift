package import TrendyModel

/// Adds the entities of an export to a store, a page for each transaction.
///
/// An entity keeps its id. An id that the device has is unchanged, so importing again adds nothing.
/// A type or place whose name the device has under another id is not added; the events of the file
/// refer to the device's own. A type or place that the file lacks is created from the name that its
/// events carry.
package struct EntityImporter: Sendable {
    /// An entity of the file.
    package struct Item: Sendable {
        /// The entity.
        package var entity: Entity
        /// The name of an event's type; `nil` when the file has none.
        package var typeName: String?
        /// The name of an event's place; `nil` when the file has none.
        package var placeName: String?

        /// Creates an item.
        package init(entity: Entity, typeName: String? = nil, placeName: String? = nil) {
            self.entity = entity
            self.typeName = typeName
            self.placeName = placeName
        }
    }

    /// What became of the entities.
    package struct Summary: Sendable, Equatable {
        /// The created entities by kind.
        package var created: [EntityKind: Int] = [:]
        /// The entities that the device has already.
        package var existing = 0
        /// The entities that the person deleted on this device.
        package var deleted = 0
        /// The entities that were refused.
        package var invalid = 0
        /// The reasons of the first refusals.
        package var problems: [String] = []

        /// The maximum number of ``problems``.
        package static let maximumProblems = 10

        /// Counts a refused entity.
        package mutating func refuse(_ reason: String) {
            invalid += 1
            if problems.count < Self.maximumProblems { problems.append(reason) }
        }
    }

    /// The radius of a place that is known by the position of its events only.
    static let radiusMeters = 150.0

    /// The counts so far.
    package var summary = Summary()
    /// The device's own entities of the same name.
    private var replacements: [EntityID: EntityID] = [:]
    /// The types and places that exist.
    private var known: Set<EntityID> = []

    /// Creates an importer for one file.
    package init() {}

    /// Adds a page of entities.
    package mutating func add(_ items: [Item], in transaction: StoreTransaction) throws {
        for item in items { try add(item, transaction.entities) }
    }

    private mutating func add(_ item: Item, _ records: EntityRecords) throws {
        var entity = item.entity
        guard entity.deletedAt == nil else {
            summary.deleted += 1
            return
        }
        if try isTaken(entity, records) {
            summary.existing += 1
            return
        }
        if entity.kind == .event { try addReferences(of: item, records) }
        try replaceReferences(of: &entity)
        switch try records.importing(entity, known: &known) {
        case .created: summary.created[entity.kind, default: 0] += 1
        case .exists: summary.existing += 1
        case .deleted: summary.deleted += 1
        case .invalid(let violations):
            let reasons = violations.map(\.description).joined(separator: "; ")
            summary.refuse("\(entity.kind.name) \(entity.id): \(reasons)")
        }
    }

    /// Whether the device has the name of a type, place or definition under another id.
    private mutating func isTaken(_ entity: Entity, _ records: EntityRecords) throws -> Bool {
        guard entity.kind != .event else { return false }
        var renamed = entity
        try replaceReferences(of: &renamed)
        let name = EntityKeys(kind: entity.kind, content: renamed.content).uniqueName
        guard let name, let own = try records.fetch(kind: entity.kind, named: name),
            own.id != entity.id, try records.fetch(id: entity.id) == nil
        else { return false }
        replacements[entity.id] = own.id
        return true
    }

    /// Creates the type and the place of an event from their names, if they do not exist.
    private mutating func addReferences(of item: Item, _ records: EntityRecords) throws {
        let keys = EntityKeys(kind: .event, content: item.entity.content)
        if let id = keys.eventTypeID, try isMissing(id, records), let name = item.typeName {
            let type = EventType(name: name)
            try addMissing(type, id, named: name, records)
        }
        guard let id = keys.geofenceID, try isMissing(id, records), let name = item.placeName else {
            return
        }
        let document = try item.entity.document()
        guard let latitude = document["location_latitude"]?.number?.double,
            let longitude = document["location_longitude"]?.number?.double
        else { return }
        var place = Geofence(
            name: name,
            latitude: latitude,
            longitude: longitude,
            radiusMeters: Self.radiusMeters
        )
        // The person decides whether the new device monitors it.
        place.isActive = false
        try addMissing(place, id, named: name, records)
    }

    private mutating func isMissing(_ id: EntityID, _ records: EntityRecords) throws -> Bool {
        guard !known.contains(id), replacements[id] == nil else { return false }
        guard try records.fetch(id: id) == nil else {
            known.insert(id)
            return false
        }
        return try !records.isDeleted(id: id)
    }

    private mutating func addMissing(
        _ fields: some EntityFields,
        _ id: EntityID,
        named name: String,
        _ records: EntityRecords
    ) throws {
        let kind = type(of: fields).kind
        if let own = try records.fetch(kind: kind, named: name) {
            replacements[id] = own.id
            return
        }
        let entity = Entity(
            kind: kind,
            id: id,
            createdAt: Instant(milliseconds: 0),
            updatedAt: Instant(milliseconds: 0),
            content: fields.document.json
        )
        if case .created = try records.importing(entity, known: &known) {
            summary.created[kind, default: 0] += 1
            known.insert(id)
        }
    }

    /// Replaces the ids of the file by those of the device's own types and places.
    private func replaceReferences(of entity: inout Entity) throws {
        guard !replacements.isEmpty else { return }
        let keys = EntityKeys(kind: entity.kind, content: entity.content)
        guard keys.parents.contains(where: { replacements[$0] != nil }) else { return }
        var document = try entity.document()
        for (field, _) in EntityKeys.referringFields(of: entity.kind) {
            guard let id = document[field]?.id, let own = replacements[id] else { continue }
            document[field] = RawJSON(own)
        }
        entity.content = document.json
    }
}
