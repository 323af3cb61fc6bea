import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import TrendyServer

@Suite("Closing slow connections")
struct TimeoutHandlerTests {
    /// Counts the requests to close the socket at once.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var aborts = 0

        func triggerUserOutboundEvent(
            context: ChannelHandlerContext,
            event: Any,
            promise: EventLoopPromise<Void>?
        ) {
            if event is HTTPConnection.Abort { aborts += 1 }
        }
    }

    /// A connection with the deadlines of requests.
    private struct Connection {
        let channel = EmbeddedChannel()
        private let socket = Socket()

        init() throws {
            var limits = ConnectionLimits()
            limits.headTimeout = .seconds(10)
            limits.idleTimeout = .seconds(60)
            limits.bodyWindow = .seconds(30)
            limits.minimumBodyRate = 2
            let handler = RequestTimeoutHandler(limits: limits, logger: TestLog().logger)
            try channel.pipeline.syncOperations.addHandler(socket)
            try channel.pipeline.syncOperations.addHandler(handler)
        }

        /// Receives a part of a request, and then reads on.
        func receive(_ part: HTTPRequestPart) throws {
            try channel.writeInbound(part)
            channel.read()
        }

        func advance(by seconds: Int64) {
            channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        }

        /// The aborts until just before a time from now, and at it.
        func aborts(after seconds: Int64) -> [Int] {
            channel.embeddedEventLoop.advanceTime(by: .seconds(seconds) - .nanoseconds(1))
            let before = socket.aborts
            channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
            return [before, socket.aborts]
        }
    }

    /// A connection that closes when its client does not read.
    private func writer() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let handler = WriteTimeoutHandler(timeout: .seconds(30), logger: TestLog().logger)
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
    )

    private func body(_ bytes: Int) -> HTTPRequestPart {
        .body(ByteBuffer(repeating: 0, count: bytes))
    }

    @Test("A connection without a head is closed at the head's timeout")
    func noHead() throws {
        let connection = try Connection()

        #expect(connection.aborts(after: 10) == [0, 1])
        #expect(connection.aborts(after: 1000) == [1, 1])
    }

    @Test("A body is closed after a window with too few bytes, and not while it has enough")
    func slowBody() throws {
        let connection = try Connection()

        try connection.receive(head)
        connection.advance(by: 20)
        try connection.receive(body(60))
        connection.advance(by: 20)
        try connection.receive(body(59))

        #expect(connection.aborts(after: 10) == [0, 1])
    }

    @Test("Time in which the server does not read a body does not count")
    func pausedBody() throws {
        let connection = try Connection()

        try connection.channel.writeInbound(head)
        let paused = connection.aborts(after: 1000)
        connection.channel.read()

        #expect(paused == [0, 0])
        #expect(connection.aborts(after: 30) == [0, 1])
    }

    @Test("A response takes any time; then the next head has the idle timeout")
    func idle() throws {
        let connection = try Connection()

        try connection.receive(head)
        try connection.receive(.end(nil))
        let working = connection.aborts(after: 1000)
        try connection.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        let responding = connection.aborts(after: 1000)
        try connection.channel.writeOutbound(HTTPResponsePart.end(nil))

        #expect(working == [0, 0])
        #expect(responding == [0, 0])
        #expect(connection.aborts(after: 60) == [0, 1])
    }

    @Test("A closed connection is not closed again")
    func closed() throws {
        let connection = try Connection()

        connection.channel.pipeline.fireChannelInactive()

        #expect(connection.aborts(after: 1000) == [0, 0])
    }

    @Test("A response whose bytes are not taken for the timeout closes the connection")
    func stalledWrite() throws {
        let channel = try writer()

        channel.write(IOData.byteBuffer(ByteBuffer(repeating: 0, count: 10)), promise: nil)
        channel.flush()
        // The socket takes nothing of this.
        channel.write(IOData.byteBuffer(ByteBuffer(repeating: 0, count: 10)), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        let afterProgress = channel.isActive
        channel.embeddedEventLoop.advanceTime(by: .seconds(30) - .nanoseconds(1))
        let before = channel.isActive
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))

        #expect(afterProgress)
        #expect(before)
        #expect(!channel.isActive)
    }

    @Test("A response whose bytes are taken leaves the connection open")
    func takenWrite() throws {
        let channel = try writer()

        for _ in 0..<3 {
            channel.write(IOData.byteBuffer(ByteBuffer(repeating: 0, count: 10)), promise: nil)
            channel.flush()
            channel.embeddedEventLoop.advanceTime(by: .seconds(300))
        }

        #expect(channel.isActive)
    }
}
