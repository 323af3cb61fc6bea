import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import NIOPosix
import NIOSSL
import ServiceLifecycle

/// Listens on a TCP port and serves HTTP/1.1 within ``ConnectionLimits``, with TLS if a certificate
/// is given.
///
/// At a graceful shutdown it stops accepting and lets requests in flight end. At the deadline it
/// closes the remaining connections and logs their number. It replaces Hummingbird's `Server`,
/// whose drain has no deadline and whose pipeline has no place for limits before TLS.
struct HTTPListener: Service {
    let host: String
    let port: Int
    let limits: ConnectionLimits
    let registry: ConnectionRegistry
    let forwarded: ForwardedClient
    let certificate: CertificateReloader?
    let shutdownTimeout: Duration
    var draining = Draining()
    let clock: any Clock<Duration>
    let responder: any HTTPResponder<TrendyRequestContext>
    let logger: Logger
    let onListening: @Sendable (Int) async -> Void

    /// A connection with a complete pipeline.
    private struct Accepted: Sendable {
        let http: HTTP1Channel
        let value: HTTP1Channel.Value
    }

    private enum Step {
        case drained, deadlinePassed
    }

    /// Serves until a graceful shutdown, and at most ``shutdownTimeout`` longer.
    func run() async throws {
        let server = try await bind()
        await onListening(server.channel.localAddress?.port ?? port)
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Step.self) { group in
                group.addTask {
                    try await serve(server)
                    return .drained
                }
                group.addTask {
                    try await gracefulShutdown()
                    // It fails only when the socket is already closed.
                    try? await server.channel.close()
                    registry.drain()
                    try await clock.sleep(for: shutdownTimeout)
                    return .deadlinePassed
                }
                if try await group.next() == .deadlinePassed { abortConnections() }
                group.cancelAll()
                while let step = await group.nextResult() {
                    // The cancelled wait for the deadline ends with an error.
                    guard case .success(.drained) = step else { continue }
                }
            }
        } onCancel: {
            server.channel.close(promise: nil)
            registry.abort()
        }
    }

    private func abortConnections() {
        let (connections, requests) = registry.abort()
        logger.warning(
            "The shutdown deadline has passed: open connections were closed",
            metadata: [
                "connections": .stringConvertible(connections),
                "requests": .stringConvertible(requests),
                "timeout": .stringConvertible(shutdownTimeout),
            ]
        )
    }

    // MARK: - Accepting

    private func bind() async throws -> NIOAsyncChannel<Accepted, Never> {
        let registry = registry
        let logger = logger
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: Int32(ConnectionLimits.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // The listener accepts no connection beyond the limit.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptHandler(registry: registry, logger: logger)
                    )
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(
                    low: ConnectionLimits.writeBuffer.lowerBound,
                    high: ConnectionLimits.writeBuffer.upperBound
                )
            )
            .childChannelOption(
                .socketOption(.so_sndbuf),
                value: SocketOptionValue(ConnectionLimits.sendBuffer)
            )
            .bind(
                host: host,
                port: port,
                serverBackPressureStrategy: nil,
                childChannelInitializer: setUp
            )
    }

    @Sendable
    private func setUp(_ channel: any Channel) -> EventLoopFuture<Accepted> {
        let connection = HTTPConnection(channel: channel, registry: registry)
        let limits = limits
        let logger = logger
        let http = HTTP1Channel(
            responder: { request, writer, _ in
                try await respond(to: request, with: writer, on: connection)
            },
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [RequestTimeoutHandler(limits: limits, logger: logger)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: ConnectionLimits.headerFieldSize,
                    maxHeaderListSize: ConnectionLimits.headerListSize,
                    maxHeaderFieldCount: ConnectionLimits.headerFieldCount
                )
            )
        )
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(AdmissionHandler(connection))
            try pipeline.addHandler(
                WriteTimeoutHandler(timeout: limits.writeTimeout, logger: logger)
            )
            if let certificate {
                try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
            }
        }.flatMap {
            http.setup(channel: channel, logger: logger).map { Accepted(http: http, value: $0) }
        }
    }

    // MARK: - Serving

    private func serve(_ server: NIOAsyncChannel<Accepted, Never>) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            do {
                try await server.executeThenClose { inbound in
                    for try await accepted in inbound {
                        group.addTask {
                            await accepted.http.handle(value: accepted.value, logger: logger)
                        }
                    }
                }
            } catch {
                // Accepting has failed for good: the server ends without waiting for clients.
                registry.abort()
                throw error
            }
        }
    }

    private func respond(
        to request: Request,
        with writer: consuming ResponseWriter,
        on connection: HTTPConnection
    ) async throws {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
        var context = TrendyRequestContext(
            source: ApplicationRequestContextSource(channel: connection.channel, logger: logger)
        )
        context.clientAddress = forwarded.client(peer: connection.peer, headers: request.headers)
        registry.requestStarted()
        defer { registry.requestEnded() }
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch {
            // The router's outermost middleware answers every error; this error is its own.
            logger.error("A request failed", metadata: ["kind": "\(type(of: error))"])
            response = Response(status: .internalServerError)
        }
        // The client's next request needs a new connection, and with it another server.
        if draining.isDraining { response.headers[.connection] = "close" }
        try await writer.write(response: response.head, body: response.body)
    }
}
