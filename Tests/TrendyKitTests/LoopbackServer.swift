import NIOCore
import NIOPosix

/// A server on the loopback interface that answers each request with the same bytes.
final class LoopbackServer: Sendable {
    /// The bytes after the response head.
    enum Body: Sendable {
        case bytes([UInt8])
        /// The same chunk again and again, until the client closes the connection.
        case endless([UInt8])
    }

    private let channel: any Channel

    /// The server's address.
    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    init(
        status: Int = 200,
        type: String = "application/json",
        header: String = "",
        _ body: Body
    ) async throws {
        let head =
            "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nConnection: close\r\n\(header)\r\n"
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Handler(head: Array(head.utf8), body: body)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func close() async throws { try await channel.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let head: [UInt8]
        private let body: Body
        private var request: [UInt8] = []
        private var hasAnswered = false

        init(head: [UInt8], body: Body) {
            self.head = head
            self.body = body
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasAnswered else { return }
            request += unwrapInboundIn(data).readableBytesView
            // An answer before the request's end would close the socket with unread bytes: the
            // kernel then resets the connection, and the client may lose the answer.
            guard Self.isWhole(request) else { return }
            hasAnswered = true
            context.write(wrapOutboundOut(ByteBuffer(bytes: head)), promise: nil)
            switch body {
            case .bytes(let bytes):
                let channel = context.channel
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)))
                    .whenComplete { _ in channel.close(promise: nil) }
            case .endless(let piece): Self.send(ByteBuffer(bytes: piece), to: context.channel)
            }
        }

        /// Returns whether the bytes are a request's head and as much body as the head announces.
        private static func isWhole(_ request: [UInt8]) -> Bool {
            guard let blank = request.firstRange(of: [13, 10, 13, 10]) else { return false }
            let fields = String(decoding: request[..<blank.lowerBound], as: UTF8.self).lowercased()
            let body = request[blank.upperBound...]
            if fields.contains("transfer-encoding: chunked") {
                return body.contains([48, 13, 10, 13, 10])  // the last chunk: "0", twice CR LF
            }
            guard let name = fields.firstRange(of: "content-length:") else { return true }
            let value = fields[name.upperBound...].drop { $0 == " " }.prefix(while: \.isNumber)
            return body.count >= Int(value) ?? 0
        }

        private static func send(_ piece: ByteBuffer, to channel: any Channel) {
            channel.writeAndFlush(piece).whenSuccess { send(piece, to: channel) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
