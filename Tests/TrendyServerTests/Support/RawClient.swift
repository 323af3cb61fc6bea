import NIOCore
import NIOPosix

/// A TCP client for tests.
final class RawClient: Sendable {
    private let channel: any Channel
    private let chunks: AsyncStream<String>

    private init(channel: any Channel, chunks: AsyncStream<String>) {
        self.channel = channel
        self.chunks = chunks
    }

    static func connect(
        port: Int,
        reads: Bool = true,
        setUp: @escaping @Sendable (any Channel) throws -> Void = { _ in }
    ) async throws -> RawClient {
        let (chunks, continuation) = AsyncStream.makeStream(of: String.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try setUp(channel)
                    try channel.pipeline.syncOperations.addHandler(Collector(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        channel.closeFuture.whenComplete { _ in continuation.finish() }
        return RawClient(channel: channel, chunks: chunks)
    }

    /// Sends text, and ignores a closed connection.
    func send(_ text: String) async {
        try? await channel.writeAndFlush(ByteBuffer(string: text))  // see above
    }

    /// Reads the head of a response and the rest of its packet; `nil` when the server closed the
    /// connection before.
    func readHead() async -> String? {
        var text = ""
        for await chunk in chunks {
            text += chunk
            if text.contains("\r\n\r\n") { return text }
        }
        return nil
    }

    /// Reads one response with its body of `Content-Length` bytes; `nil` when the server closed the
    /// connection before its end.
    func readResponse() async -> String? {
        var text = ""
        for await chunk in chunks {
            text += chunk
            guard let blank = text.firstRange(of: "\r\n\r\n") else { continue }
            let head = text[..<blank.lowerBound].lowercased()
            let field = head.firstRange(of: "content-length:")
            let value = field.map { head[$0.upperBound...].drop { $0 == " " } }
            let length = value.flatMap { Int($0.prefix(while: \.isNumber)) } ?? 0
            if text[blank.upperBound...].utf8.count >= length { return text }
        }
        return nil
    }

    /// Reads until a text appears, or the server closes the connection.
    func read(until end: String) async -> String {
        var text = ""
        for await chunk in chunks {
            text += chunk
            if text.contains(end) { break }
        }
        return text
    }

    /// Reads until the server closes the connection.
    func readToEnd() async -> String {
        var text = ""
        for await chunk in chunks { text += chunk }
        return text
    }

    /// Waits until the connection is closed.
    func closed() async {
        try? await channel.closeFuture.get()  // it never fails
    }

    func close() { channel.close(promise: nil) }

    static func status(_ head: String) -> Int? {
        head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<String>.Continuation

        init(_ continuation: AsyncStream<String>.Continuation) {
            self.continuation = continuation
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(String(buffer: unwrapInboundIn(data)))
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
