import HTTPTypes
import Hummingbird
import NIOCore
import TrendyExport
import TrendyModel
import TrendyWire

/// `GET /events/export`: the events of an account as a file, oldest first.
///
/// The bytes are those of `trendy export` on a device with the same events. Each page is a short
/// read transaction, which starts after the client has read the previous page, as in a snapshot.
/// Events that change meanwhile may have their old or their new state.
struct EventExportRoute: Sendable {
    /// Events per page.
    static let pageSize = 1000
    /// The maximum number of event types of a request.
    static let maximumTypes = 100

    private let store: any ServerStore
    private let limits: WorkLimits
    /// The budget of exports in progress.
    private let exports: AccountBudget

    init(store: any ServerStore, limits: WorkLimits) {
        self.store = store
        self.limits = limits
        exports = AccountBudget(
            name: "exports in progress",
            perAccount: limits.snapshotsPerAccount,
            total: limits.snapshots,
            retryAfter: 5
        )
    }

    func handle(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        let account = try context.account
        let parameters = try EventExportParameters(request)
        let reservation = try exports.reserve(for: account)
        let names = try await names(of: account)
        var headers: HTTPFields = [
            .contentType: parameters.format.contentType, .vary: "Accept-Encoding",
            .contentDisposition:
                "attachment; filename=\"events.\(parameters.format.fileExtension)\"",
        ]
        let isCompressed = SnapshotRoute.acceptsGzip(request.headers[.acceptEncoding])
        if isCompressed { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                var writer = SlicingWriter(parent: writer)
                let gzip = isCompressed ? GzipStream() : nil
                var export = EventExport(
                    parameters.format,
                    names: names,
                    filter: parameters.filter
                )
                export.begin()
                var query: EventQuery? = parameters.query(limits)
                while let current = query {
                    query = try await add(current, of: account, to: &export)
                    if query == nil { export.end() }
                    let bytes = export.output.bytes
                    export.output.removeAll()
                    let sent = gzip?.compress(bytes, isLast: query == nil) ?? bytes
                    try await writer.write(ByteBuffer(bytes: sent))
                }
                try await writer.finish(nil)
                withExtendedLifetime(reservation) {}
            }
        )
    }

    /// Adds a page; returns the query of the next page, `nil` after the last one.
    private func add(
        _ query: EventQuery,
        of account: EntityID,
        to export: inout EventExport
    ) async throws -> EventQuery? {
        let page = try await store.events(account: account, query: query)
        var events = PackedEvents()
        for entity in page.entities { events.append(entity) }
        export.write(events)
        guard page.hasMore, let last = page.entities.last else { return nil }
        guard let timestamp = EntityKeys(kind: .event, content: last.content).timestamp else {
            throw ServerError.damagedEntity
        }
        var next = query
        next.after = .event(timestamp, last.id)
        return next
    }

    /// The names of the account's event types and places.
    private func names(of account: EntityID) async throws -> ExportNames {
        var names = ExportNames()
        for kind in [EntityKind.eventType, .geofence] {
            var query = EntityQuery(kind: kind, limit: Self.pageSize)
            while true {
                let page = try await store.entities(account: account, query: query)
                for entity in page.entities { names.add(entity) }
                guard page.hasMore, let last = page.entities.last else { break }
                query.after = last.id
            }
        }
        return names
    }
}
