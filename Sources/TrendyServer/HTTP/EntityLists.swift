import Hummingbird
import TrendyModel
import TrendyWire

/// Lists of entities in pages; each page starts after the last entity of the previous page.
struct EntityLists: Sendable {
    /// The allowed page sizes.
    static let limits = 1...1000
    /// The default page size.
    static let standardLimit = 100

    let store: any ServerStore

    @Sendable
    func events(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        var query = EventQuery(limit: try limit(request))
        query.after = try request.value("page_token", "must be a token of the previous page") {
            guard let place = SnapshotPosition($0), case .event = place else { return nil }
            return place
        }
        let moment = "must be an instant of RFC 3339"
        query.from = try request.value("from", moment) { Instant(rfc3339: $0) }
        query.to = try request.value("to", moment) { Instant(rfc3339: $0) }
        query.eventTypeID = try request.value("event_type_id", "must be a UUID") { EntityID($0) }
        query.sourceType = request.query("source_type")
        let page = try await store.events(account: context.account, query: query)
        let last = page.entities.last.flatMap { entity in
            EntityKeys(kind: .event, content: entity.content).timestamp.map {
                SnapshotPosition.event($0, entity.id).text
            }
        }
        return Self.response(page, token: last)
    }

    func entities(
        _ kind: EntityKind,
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        try await list(EntityQuery(kind: kind, limit: try limit(request)), request, context)
    }

    func definitions(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let id = try context.parameters.id()
        let type = try await store.entity(account: context.account, id: id)
        guard type?.kind == .eventType, type?.deletedAt == nil else { throw Problem.notFound }
        var query = EntityQuery(kind: .propertyDefinition, limit: try limit(request))
        query.eventTypeID = id
        return try await list(query, request, context)
    }

    private func list(
        _ query: EntityQuery,
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        var query = query
        query.after = try request.value("page_token", "must be a token of the previous page") {
            EntityID($0)
        }
        let page = try await store.entities(account: context.account, query: query)
        return Self.response(page, token: page.entities.last?.id.description)
    }

    private func limit(_ request: Request) throws -> Int {
        try request.number("limit", default: Self.standardLimit, in: Self.limits)
    }

    private static func response(_ page: EntityPage, token: String?) -> Response {
        var writer = JSONWriter(
            capacity: page.entities.reduce(64) { $0 + $1.content.utf8.count + 256 }
        )
        writer.raw("{\"items\":[")
        for (index, entity) in page.entities.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.entity(entity, namesKind: true)
        }
        writer.raw("]")
        if page.hasMore, let token {
            writer.raw(",\"next_page_token\":")
            writer.string(token)
        }
        writer.raw("}")
        return .json(bytes: writer.bytes)
    }
}
