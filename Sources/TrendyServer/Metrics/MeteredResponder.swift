import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Counts and times the requests of the network.
struct MeteredResponder: HTTPResponder {
    /// The route of requests for pages, and of those for unknown paths of the API.
    static let pages = "pages"
    static let unknown = "unknown"
    /// The methods that become labels; the client chooses the method.
    private static let methods: Set<HTTPRequest.Method> = [
        .delete, .get, .head, .options, .patch, .post, .put,
    ]

    let next: any HTTPResponder<TrendyRequestContext>
    let metrics: ServerMetrics
    let clock: any Clock<Duration>

    func respond(
        to request: Request,
        context: TrendyRequestContext
    ) async throws -> Response {
        metrics.add(.requestsInProgress, 1)
        defer { metrics.add(.requestsInProgress, -1) }
        return try await respond(to: request, context, clock)
    }

    private func respond(
        to request: Request,
        _ context: TrendyRequestContext,
        _ clock: some Clock<Duration>
    ) async throws -> Response {
        let start = clock.now
        let response = try await next.respond(to: request, context: context)
        let labels = [
            ("method", Self.methods.contains(request.method) ? request.method.rawValue : "other"),
            ("route", Self.route(of: request, context)),
        ]
        metrics.record(.requestDuration, start.duration(to: clock.now), labels)
        let status = "\(response.status.code / 100)xx"
        metrics.increment(.requests, labels + [("status", status)])
        return response
    }

    /// The template of the route's path, which contains nothing of the client.
    private static func route(of request: Request, _ context: TrendyRequestContext) -> String {
        guard PageDispatcher.isAPI(request.uri.path) else { return pages }
        // The path of an unknown route is no path.
        guard let path = context.endpointPath, path.first == "/" else { return unknown }
        return path
    }
}
