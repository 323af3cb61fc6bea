import Hummingbird
import TrendyModel
import TrendyWire

/// Counts and times the requests of the network.
struct MeteredResponder: HTTPResponder {
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
            ("method", RequestLabel.method(of: request) ?? "other"),
            ("route", RequestLabel.route(of: request, context)),
        ]
        metrics.record(.requestDuration, start.duration(to: clock.now), labels)
        let status = "\(response.status.code / 100)xx"
        metrics.increment(.requests, labels + [("status", status)])
        return response
    }
}
