package import Hummingbird
package import Logging
import ServiceLifecycle
package import TrendyModel

/// An HTTP server for the programs and browsers of this machine only.
package struct LoopbackServer: Service {
    private let listener: HTTPListener

    /// Creates a server on 127.0.0.1, which does not listen yet.
    ///
    /// - Parameters:
    ///   - port: the port; 0 selects a free one.
    ///   - responder: answers the requests.
    ///   - dependencies: clocks and random numbers.
    ///   - logger: receives failures, without personal data.
    ///   - onListening: receives the port once clients can connect.
    package init(
        port: Int,
        responder: any HTTPResponder<TrendyRequestContext>,
        dependencies: Dependencies,
        logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void
    ) {
        let limits = ConnectionLimits()
        listener = HTTPListener(
            host: "127.0.0.1",
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
            responder: responder,
            logger: logger,
            onListening: onListening
        )
    }

    /// Serves until a graceful shutdown.
    package func run() async throws {
        try await listener.run()
    }
}
