package import NIOCore
import NIOPosix
package import NIOSSL
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An established connection to an MQTT broker.
package final class MQTTConnection: Sendable {
    /// The longest time until the transport is connected.
    static let connectTimeout = TimeAmount.seconds(10)

    private struct Connecting {
        var channel: (any Channel)?
        var isCancelled = false
    }

    private let channel: any Channel
    private let handler: NIOLoopBound<MQTTChannelHandler>
    /// Whether the broker still had this client's session.
    package let isSessionPresent: Bool

    private init(
        channel: any Channel,
        handler: NIOLoopBound<MQTTChannelHandler>,
        isSessionPresent: Bool
    ) {
        self.channel = channel
        self.handler = handler
        self.isSessionPresent = isSessionPresent
    }

    /// Connects, and returns when messages can be published.
    ///
    /// - Parameters:
    ///   - endpoint: the broker.
    ///   - tls: the configuration for an encrypted endpoint.
    ///   - connect: the content of the CONNECT packet.
    ///   - filter: the topic to subscribe to; `nil` for none.
    ///   - onMessage: receives the messages of the subscription, on the event loop.
    /// - Returns: the connection.
    /// - Throws: ``MQTTError``, or `CancellationError`.
    package static func open(
        _ endpoint: MQTTEndpoint,
        tls: NIOSSLContext?,
        connect: MQTTConnect,
        filter: String?,
        onMessage: @escaping @Sendable (MQTTPublish) -> Void = { _ in }
    ) async throws -> MQTTConnection {
        // The channel that is being connected, to close it when the task is cancelled.
        let connecting = Mutex(Connecting())
        do {
            let (channel, handler, isSessionPresent) = try await withTaskCancellationHandler {
                let (channel, handler, opened) = try await bootstrap().connect(
                    host: endpoint.host,
                    port: endpoint.port
                ) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let isCancelled = connecting.withLock { state in
                            state.channel = channel
                            return state.isCancelled
                        }
                        if isCancelled { throw CancellationError() }
                        if let tls { try addTLS(tls, for: endpoint.host, to: channel) }
                        // Each address of a host has a channel, and its handler a promise.
                        let opened = channel.eventLoop.makePromise(of: Bool.self)
                        let handler = MQTTChannelHandler(
                            connect: connect,
                            filter: filter,
                            opened: opened,
                            onMessage: onMessage
                        )
                        try channel.pipeline.syncOperations.addHandler(handler)
                        let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
                        return (channel, bound, opened.futureResult)
                    }
                }
                return (channel, handler, try await opened.get())
            } onCancel: {
                connecting.withLock { state in
                    state.isCancelled = true
                    state.channel?.close(promise: nil)
                }
            }
            guard !Task.isCancelled else {
                channel.close(promise: nil)
                throw CancellationError()
            }
            return MQTTConnection(
                channel: channel,
                handler: handler,
                isSessionPresent: isSessionPresent
            )
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Task.isCancelled ? CancellationError() : Self.error(for: error)
        }
    }

    /// Completes when the connection has ended.
    package var closed: EventLoopFuture<Void> { channel.closeFuture }

    /// Publishes messages in order, and waits until the broker has them.
    ///
    /// - Parameter messages: at most ``MQTTSession/maximumInFlight``, with distinct packet ids.
    /// - Returns: the number of messages from the start that the broker has, and the error of the
    ///   next one; `nil` when the broker has all.
    package func publish(
        _ messages: [MQTTPublish]
    ) async -> (acknowledged: Int, error: MQTTError?) {
        let handler = handler
        let futures = messages.map { message in
            let promise = channel.eventLoop.makePromise(of: Void.self)
            channel.eventLoop.execute { handler.value.publish(message, promise) }
            return promise.futureResult
        }
        return await withTaskCancellationHandler {
            for (index, future) in futures.enumerated() {
                do {
                    try await future.get()
                } catch {
                    return (index, Self.error(for: error))
                }
            }
            return (futures.count, nil)
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Ends the session in order and closes the connection, without waiting for the broker.
    ///
    /// - `message`: a last message.
    package func close(after message: MQTTPublish? = nil) async {
        let handler = handler
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute {
            if let message { handler.value.publish(message, promise) } else { promise.succeed() }
            handler.value.disconnect()
        }
        // The channel is closed in either case.
        try? await channel.closeFuture.get()
    }

    /// Closes the connection as a lost network would: the broker publishes the last will.
    package func abort() {
        channel.close(promise: nil)
    }

    private static func bootstrap() -> ClientBootstrap {
        ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(connectTimeout)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
    }

    private static func addTLS(
        _ context: NIOSSLContext,
        for host: String,
        to channel: any Channel
    ) throws {
        // Without a name, the certificate must be for the address.
        try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: context, serverHostname: isAddress(host) ? nil : host)
        )
    }

    private static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil  // any other text is a name
    }

    private static let unreachable = MQTTError(
        .unreachable,
        "The broker cannot be reached. Check the address, and that the broker runs."
    )

    /// The ``MQTTError`` for an error of the transport.
    static func error(for error: any Error) -> MQTTError {
        switch error {
        case let error as MQTTError: error
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            MQTTError(
                .notSecure,
                "The secure connection to the broker failed. Check its certificate, the port, and "
                    + "--ca-file for a certificate of your own."
            )
        case is NIOConnectionError: unreachable
        case let error as IOError
        where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode):
            unreachable
        case ChannelError.connectTimeout:
            MQTTError(.timedOut, "The broker did not accept the connection in time.")
        default: .closed
        }
    }
}
