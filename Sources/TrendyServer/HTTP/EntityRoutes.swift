import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel
import TrendyWire

/// The REST routes: lists and single entities.
///
/// Every write is a push of one mutation.
struct EntityRoutes: Sendable {
    let store: any ServerStore
    let dependencies: Dependencies
    let metrics: ServerMetrics

    var writer: EntityWriter {
        EntityWriter(store: store, dependencies: dependencies, metrics: metrics)
    }
    var lists: EntityLists { EntityLists(store: store) }

    func add(to group: RouterGroup<TrendyRequestContext>) {
        addSingle(.event, at: "/events", to: group)
        addSingle(.eventType, at: "/event-types", to: group)
        addSingle(.propertyDefinition, at: "/property-definitions", to: group)
        addSingle(.geofence, at: "/geofences", to: group)

        group.get(path("/events"), use: lists.events)
        group.post(path("/events"), use: create(.event))
        group.post(path("/events/batch"), use: EventBatchRoute(writer: writer).handle)
        for (kind, name) in [(EntityKind.eventType, "/event-types"), (.geofence, "/geofences")] {
            group.get(path(name)) { try await lists.entities(kind, $0, $1) }
            group.post(path(name), use: create(kind))
        }
        group.get(path("/event-types/:id/properties")) { request, context in
            try await lists.definitions(request, context)
        }
        group.post(path("/event-types/:id/properties")) { request, context in
            let type = try context.parameters.id()
            guard try await find(.eventType, type, context) != nil else { throw Problem.notFound }
            var document = try await request.document()
            document["event_type_id"] = RawJSON(type)
            return try await writer.create(.propertyDefinition, document, request, context)
        }
    }

    private func path(_ name: String) -> RouterPath { RouterPath(Route.base + name) }

    private func addSingle(
        _ kind: EntityKind,
        at name: String,
        to group: RouterGroup<TrendyRequestContext>
    ) {
        group.get(path("\(name)/:id")) { _, context in
            let entity = try await find(kind, try context.parameters.id(), context)
            guard let entity else { throw Problem.notFound }
            return Self.response(entity)
        }
        group.patch(path("\(name)/:id")) { request, context in
            let id = try context.parameters.id()
            guard let current = try await find(kind, id, context) else { throw Problem.notFound }
            let change = try await request.document()
            return try await writer.update(current, change, request, context)
        }
        group.delete(path("\(name)/:id")) { request, context in
            let id = try context.parameters.id()
            return try await writer.delete(kind, id, request, context)
        }
    }

    private func create(
        _ kind: EntityKind
    ) -> @Sendable (Request, TrendyRequestContext) async throws -> Response {
        { request, context in
            try await writer.create(kind, try await request.document(), request, context)
        }
    }

    /// Returns a live entity of a kind; `nil` for a deleted entity, another kind, or another
    /// account's entity.
    private func find(
        _ kind: EntityKind,
        _ id: EntityID,
        _ context: TrendyRequestContext
    ) async throws -> Entity? {
        let entity = try await store.entity(account: context.account, id: id)
        return entity?.kind == kind && entity?.deletedAt == nil ? entity : nil
    }

    /// The answer with one entity.
    static func response(_ entity: Entity, status: HTTPResponse.Status = .ok) -> Response {
        var writer = JSONWriter(capacity: entity.content.utf8.count + 256)
        writer.entity(entity, namesKind: true)
        return .json(bytes: writer.bytes, status: status, etag: entity.version)
    }
}
