import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import TrendyServer

@Suite("Accepting connections")
struct AcceptHandlerTests {
    /// Counts the reads that reach the socket.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Never
        var reads = 0

        func read(context: ChannelHandlerContext) { reads += 1 }
    }

    /// Records what the listener receives.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = any Channel
        var errors = 0
        var isInactive = false

        func errorCaught(context: ChannelHandlerContext, error: any Error) { errors += 1 }

        func channelInactive(context: ChannelHandlerContext) { isInactive = true }
    }

    private final class Weak {
        weak var value: AcceptHandler?

        init(_ value: AcceptHandler) {
            self.value = value
        }
    }

    /// A listening socket with a limit of connections.
    private struct Server {
        let log = TestLog()
        let channel = EmbeddedChannel()
        let registry: ConnectionRegistry
        let socket = Socket()
        let listener = Listener()

        init(maximum: Int = 9) throws {
            registry = ConnectionRegistry(
                limits: ConnectionLimits(),
                maximum: maximum,
                trustedProxies: [],
                names: AddressPseudonyms(random: TestRandom(seed: 1)),
                logger: log.logger
            )
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(socket)
            try pipeline.addHandler(AcceptHandler(registry: registry, logger: log.logger))
            try pipeline.addHandler(listener)
        }

        /// The value that the handler set last for the channel option `autoRead`; `nil` before that.
        var isReading: Bool? {
            channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value
                as? Bool
        }

        func fail(_ code: CInt) {
            channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
        }

        /// Accepts a connection that the caller closes.
        func accept() -> EmbeddedChannel {
            let connection = EmbeddedChannel()
            channel.pipeline.fireChannelRead(connection as any Channel)
            return connection
        }

        func close(_ connection: EmbeddedChannel) throws {
            _ = try connection.finish()
            connection.embeddedEventLoop.run()
            channel.embeddedEventLoop.run()
        }
    }

    @Test(
        "Without descriptors or memory, accepting pauses for one second, with one line in the log",
        arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM]
    )
    func exhaustion(_ code: CInt) throws {
        let server = try Server()

        for _ in 0..<3 { server.fail(code) }
        let paused = server.isReading
        server.channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        let late = server.isReading
        server.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        let resumed = server.isReading
        server.fail(code)

        #expect(paused == false)
        #expect(late == false)
        #expect(resumed == true)
        #expect(server.isReading == false)
        #expect(server.listener.errors == 0)
        #expect(server.log.entries.map(\.metadata) == ["limit=systemResources"])
    }

    @Test("The end of a connection ends the pause for descriptors at once")
    func earlyEnd() throws {
        let server = try Server()
        let connection = server.accept()
        server.fail(EMFILE)

        try server.close(connection)
        let resumed = server.isReading
        server.fail(EMFILE)
        server.channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))

        #expect(resumed == true)
        #expect(server.isReading == false)
    }

    @Test("A connection that ended before it was accepted is ignored, other errors are passed on")
    func otherErrors() throws {
        struct Reset: Error {}
        let server = try Server()

        server.fail(ECONNABORTED)
        server.channel.pipeline.fireErrorCaught(Reset())
        let ignored = server.listener.errors
        server.fail(EBADF)

        #expect(ignored == 0)
        #expect(server.listener.errors == 1)
        #expect(server.isReading == nil)
        #expect(server.log.entries.isEmpty)
    }

    @Test("At the limit the socket is read again only after a connection has ended")
    func full() throws {
        let server = try Server(maximum: 2)
        let first = server.accept()
        server.channel.read()
        let withSpace = server.socket.reads
        let second = server.accept()

        for _ in 0..<3 { server.channel.read() }
        let atLimit = server.socket.reads
        try server.close(first)
        let afterEnd = server.socket.reads
        try server.close(second)

        #expect(withSpace == 1)
        #expect(atLimit == 1)
        #expect(afterEnd == 2)
        #expect(server.socket.reads == 2)
        #expect(server.log.entries.map(\.metadata) == ["limit=connections"])
    }

    @Test("A closed listener is released, and later ends of connections read nothing")
    func closed() throws {
        let server = try Server(maximum: 1)
        let connection = server.accept()
        server.channel.read()
        let handler = Weak(
            try server.channel.pipeline.syncOperations.handler(type: AcceptHandler.self)
        )

        _ = try server.channel.finish()
        server.channel.embeddedEventLoop.run()
        try server.close(connection)

        let isReleased = handler.value == nil

        #expect(server.listener.isInactive)
        #expect(server.socket.reads == 0)
        #expect(isReleased)
    }
}
