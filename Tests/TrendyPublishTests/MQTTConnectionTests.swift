import NIOCore
import NIOPosix
import Testing

@testable import TrendyPublish

/// Connects to servers on the loopback interface that do not behave like a broker.
@Suite("MQTT connection", .timeLimit(.minutes(2)))
struct MQTTConnectionTests {
    /// A server that sends bytes to each client and closes the connection, or leaves it open.
    private func server(_ bytes: [UInt8], closes: Bool) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Greeter(bytes: bytes, closes: closes)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    private final class Greeter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let bytes: [UInt8]
        private let closes: Bool

        init(bytes: [UInt8], closes: Bool) {
            self.bytes = bytes
            self.closes = closes
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let channel = context.channel
            let closes = closes
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in
                if closes { channel.close(promise: nil) }
            }
        }
    }

    private func code(_ server: any Channel) async throws -> MQTTError.Code? {
        let port = try #require(server.localAddress?.port)
        let error = await #expect(throws: MQTTError.self) {
            try await MQTTConnection.open(
                try MQTTEndpoint("mqtt://127.0.0.1:\(port)"),
                tls: nil,
                connect: MQTTConnect(clientID: "a"),
                filter: nil
            )
        }
        try await server.close()
        return error?.code
    }

    @Test("A server of another protocol, one that hangs up and no server give different errors")
    func foreignServers() async throws {
        let http = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        #expect(try await code(server(http, closes: false)) == .malformed)
        #expect(try await code(server([], closes: true)) == .closed)
        let gone = try await server([], closes: true)
        let port = try #require(gone.localAddress?.port)
        try await gone.close()

        let error = await #expect(throws: MQTTError.self) {
            try await MQTTConnection.open(
                try MQTTEndpoint("mqtt://127.0.0.1:\(port)"),
                tls: nil,
                connect: MQTTConnect(clientID: "a"),
                filter: nil
            )
        }
        #expect(error?.code == .unreachable)
    }

    @Test("Cancelling ends a connection to a silent server")
    func cancellation() async throws {
        let server = try await server([], closes: false)
        let port = try #require(server.localAddress?.port)
        let endpoint = try MQTTEndpoint("mqtt://127.0.0.1:\(port)")
        let connecting = Task {
            try await MQTTConnection.open(
                endpoint,
                tls: nil,
                connect: MQTTConnect(clientID: "a"),
                filter: nil
            )
        }

        connecting.cancel()

        await #expect(throws: (any Error).self) { try await connecting.value }
        try await server.close()
    }
}
