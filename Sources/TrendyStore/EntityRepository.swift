public import TrendyModel

/// The entities of one kind, as Swift values.
public struct EntityRepository<Fields: EntityFields>: Sendable {
    private let store: DeviceStore

    /// A view of a store.
    public init(_ store: DeviceStore) {
        self.store = store
    }

    /// One live entity; `nil` when there is none of this id.
    public func fetch(id: EntityID) async throws -> Fields? {
        let entity = try await store.read { try $0.entities.fetch(id: id) }
        guard let entity, entity.kind == Fields.kind else { return nil }
        return try Fields(document: entity.document())
    }

    /// Records a new entity, durably, with its mutation.
    @discardableResult
    public func create(_ fields: Fields, id: EntityID? = nil) async throws -> EntityID {
        try await store.write { try $0.entities.create(fields, id: id) }
    }

    /// Replaces an entity's fields; only those that differ are sent.
    public func update(id: EntityID, _ edit: @Sendable (inout Fields) -> Void) async throws {
        try await store.write { transaction in
            guard let entity = try transaction.entities.fetch(id: id), entity.kind == Fields.kind
            else { throw StoreError.notFound(id) }
            let old = try entity.document()
            var fields = try Fields(document: old)
            edit(&fields)
            try transaction.entities.update(id: id, change: fields.document.changes(from: old))
        }
    }

    /// Deletes an entity; one that is gone already is fine.
    public func delete(id: EntityID) async throws {
        try await store.write { try $0.entities.delete(id: id) }
    }
}

extension EntityRepository where Fields: NamedEntityFields {
    /// All live entities, by name.
    public func all() async throws -> [(id: EntityID, fields: Fields)] {
        try await store.read { try $0.entities.fetchAll(kind: Fields.kind) }.map { entity in
            (entity.id, try Fields(document: entity.document()))
        }
    }
}

/// Entities that have a unique name and are few.
public protocol NamedEntityFields: EntityFields {}

extension EventType: NamedEntityFields {}
extension PropertyDefinition: NamedEntityFields {}
extension Geofence: NamedEntityFields {}

/// The events of a store.
public typealias EventRepository = EntityRepository<Event>
/// The event types of a store.
public typealias EventTypeRepository = EntityRepository<EventType>
/// The property definitions of a store.
public typealias PropertyDefinitionRepository = EntityRepository<PropertyDefinition>
/// The geofences of a store.
public typealias GeofenceRepository = EntityRepository<Geofence>
