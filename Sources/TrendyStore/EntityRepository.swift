package import TrendyModel

/// Typed access to the entities of one kind, with one transaction per call.
package struct EntityRepository<Fields: EntityFields>: Sendable {
    private let store: DeviceStore

    /// Creates a repository over a store.
    package init(_ store: DeviceStore) {
        self.store = store
    }

    /// The live entity with an id; `nil` when it does not exist or has another kind.
    package func fetch(id: EntityID) async throws -> Fields? {
        let entity = try await store.read { try $0.entities.fetch(id: id) }
        guard let entity, entity.kind == Fields.kind else { return nil }
        return try Fields(document: entity.document())
    }

    /// Creates an entity and its pending mutation, and returns its id.
    @discardableResult
    package func create(_ fields: Fields, id: EntityID? = nil) async throws -> EntityID {
        try await store.write { try $0.entities.create(fields, id: id) }
    }

    /// Edits an entity's fields; the mutation has only the fields that changed.
    ///
    /// - Throws: ``StoreError`` with code `notFound` or `invalid`.
    package func update(id: EntityID, _ edit: @Sendable (inout Fields) -> Void) async throws {
        try await store.write { transaction in
            guard let entity = try transaction.entities.fetch(id: id), entity.kind == Fields.kind
            else { throw StoreError.notFound(id) }
            let old = try entity.document()
            var fields = try Fields(document: old)
            edit(&fields)
            try transaction.entities.update(id: id, change: fields.document.changes(from: old))
        }
    }

    /// Deletes an entity; does nothing when it does not exist or is deleted already.
    package func delete(id: EntityID) async throws {
        try await store.write { try $0.entities.delete(id: id) }
    }
}

extension EntityRepository where Fields: NamedEntityFields {
    /// All live entities, ordered by name.
    package func all() async throws -> [(id: EntityID, fields: Fields)] {
        try await store.read { try $0.entities.fetchAll(kind: Fields.kind) }.map { entity in
            (entity.id, try Fields(document: entity.document()))
        }
    }
}

/// The fields of an entity kind with unique names, which has few entities.
package protocol NamedEntityFields: EntityFields {}

extension EventType: NamedEntityFields {}
extension PropertyDefinition: NamedEntityFields {}
extension Geofence: NamedEntityFields {}

/// The events of a store.
package typealias EventRepository = EntityRepository<Event>
/// The event types of a store.
package typealias EventTypeRepository = EntityRepository<EventType>
/// The property definitions of a store.
package typealias PropertyDefinitionRepository = EntityRepository<PropertyDefinition>
/// The geofences of a store.
package typealias GeofenceRepository = EntityRepository<Geofence>
