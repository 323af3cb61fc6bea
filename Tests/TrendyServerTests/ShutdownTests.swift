import NIOCore
import TestSupport
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Stopping a server")
struct ShutdownTests {
    private static let drippingHead =
        "POST \(Route.signUp) HTTP/1.1\r\nHost: a\r\nContent-Length: 400\r\n\r\n{"

    @Test("A slow body is aborted at the deadline, and the log counts the aborted requests")
    func deadline() async throws {
        let log = RecordedLog()
        try await RunningServer.run(shutdownTimeout: .milliseconds(200), log: log) { server in
            let client = try await server.connect()
            await client.send(Self.drippingHead)
            await server.requests.reached(1)
        }

        #expect(log.count(of: "The shutdown deadline has passed") == 1)
        #expect(log.count(of: "connections=1 requests=1") == 1)
        #expect(log.count(of: "The server has stopped") == 1)
        #expect(log.count(of: "not closed cleanly") == 0)
    }

    @Test("Idle connections do not delay the stop of a server")
    func idle() async throws {
        let log = RecordedLog()
        try await RunningServer.run(shutdownTimeout: .seconds(600), log: log) { server in
            let client = try await server.connect()
            await client.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await client.readResponse() != nil)
            await server.stop()
            #expect(await client.readToEnd() == "")
        }

        #expect(log.count(of: "The shutdown deadline has passed") == 0)
        #expect(log.count(of: "The server has stopped") == 1)
    }

    @Test("A request in flight ends before the server stops")
    func drain() async throws {
        let log = RecordedLog()
        try await RunningServer.run(shutdownTimeout: .seconds(600), log: log) { server in
            let client = try await server.connect()
            let body = #"{"email":"ada@example.com","password":"correct horse battery"}"#
            await client.send(
                "POST \(Route.signUp) HTTP/1.1\r\nHost: a\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n"
            )
            await client.send(String(body.prefix(10)))
            await server.requests.reached(1)
            await server.stop()
            await client.send(String(body.dropFirst(10)))
            let answer = await client.readHead()
            #expect(answer.flatMap(RawClient.status) == 200)
        }

        #expect(log.count(of: "The shutdown deadline has passed") == 0)
    }

    @Test("A server that drains is not ready, and still serves; then its streams end with a hint")
    func draining() async throws {
        let clock = TickClock()
        // A database server compares the clocks.
        let wallClock = SystemClock()
        try await RunningServer.run(
            drainTime: .seconds(5),
            clock: clock,
            wallClock: wallClock
        ) { server in
            let client = try await WireClient.signedUp(port: server.port)
            let stream = try await client.stream()
            #expect(try await server.status(of: "/ready") == 200)
            let isIdle = clock.sleepers

            await server.stop()
            try await eventually { try await server.status(of: "/ready") == 503 }
            let answer = try await client.send("GET", Route.latestCursor)
            #expect(RawClient.status(answer) == 200)
            #expect(answer.lowercased().contains("connection: close"))
            try await eventually { clock.sleepers >= isIdle }
            // Until the end of the drain; the heartbeats and daily work sleep on this clock, too.
            let ticks = Task {
                while !Task.isCancelled {
                    clock.tick()
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            let text = await stream.readToEnd()
            ticks.cancel()
            #expect(text.contains("retry: 100"))
        }
    }

    @Test("A cancelled server closes its connections, also within a request, and its database")
    func cancelled() async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var configuration = ServerConfiguration(databasePath: try temporaryFile(), port: 0)
        configuration.shutdownTimeout = .seconds(600)
        var dependencies = TestWorld().dependencies
        let requests = CountedIDs(dependencies.ids)
        dependencies.ids = requests
        let server = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: dependencies,
            logger: RecordedLog().logger(),
            onListening: { continuation.yield($0) }
        )
        let run = Task { try await server.run() }
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        let client = try await RawClient.connect(port: port)
        await client.send(Self.drippingHead)
        await requests.reached(1)

        run.cancel()
        await client.closed()
        _ = await run.result

        await #expect(throws: (any Error).self) { try await RawClient.connect(port: port) }
    }
}
