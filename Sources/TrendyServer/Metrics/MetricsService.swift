import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import TrendyModel

/// Values that are read when Prometheus asks for them.
package protocol MetricsSource: Sendable {
    /// Sets the values.
    func measure(_ metrics: ServerMetrics) async throws
}

/// Serves the metrics at `/metrics`, on a port that is not the API's.
package struct MetricsService: Service {
    /// The path of the metrics.
    package static let path = "/metrics"

    private let listener: HTTPListener

    init(
        host: String,
        port: Int,
        registry: PrometheusRegistry,
        sources: [any MetricsSource],
        dependencies: Dependencies,
        logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) {
        var limits = ConnectionLimits()
        limits.connections = 64
        listener = HTTPListener(
            host: host,
            port: port,
            limits: limits,
            registry: ConnectionRegistry(
                limits: limits,
                maximum: limits.connections,
                trustedProxies: [],
                names: AddressPseudonyms(random: dependencies.random),
                logger: logger
            ),
            forwarded: ForwardedClient(trustedProxies: []),
            certificate: nil,
            shutdownTimeout: .seconds(1),
            clock: dependencies.clock,
            responder: MetricsResponder(registry: registry, sources: sources, logger: logger),
            logger: logger,
            onListening: onListening
        )
    }

    /// Serves until a graceful shutdown.
    ///
    /// - Throws: ``ServerError`` when it cannot listen on the address.
    package func run() async throws {
        do {
            try await listener.run()
        } catch {
            throw ServerError.listening(on: listener.host, listener.port, error)
        }
    }
}

/// Answers the requests of Prometheus.
struct MetricsResponder: HTTPResponder {
    let registry: PrometheusRegistry
    let sources: [any MetricsSource]
    let logger: Logger

    func respond(
        to request: Request,
        context: TrendyRequestContext
    ) async throws -> Response {
        guard request.uri.path == MetricsService.path else { return Response(status: .notFound) }
        guard request.method == .get else { return Response(status: .methodNotAllowed) }
        let metrics = ServerMetrics(factory: registry)
        for source in sources {
            do {
                try await source.measure(metrics)
            } catch {
                // The other values are worth having, also of a server with a damaged database.
                logger.warning(
                    "A metric could not be measured",
                    metadata: ["kind": .string(ErrorKind.text(of: error))]
                )
            }
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text()))
        )
    }
}
