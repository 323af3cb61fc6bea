import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Testing
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyServer
import TrendySync
import TrendyWire

struct URLSessionExchangeTests {
    private struct Broken: Error {}

    /// Runs a service on loopback while `body` runs.
    private func serving(
        _ service: (AsyncStream<Int>.Continuation) async throws -> any Service,
        _ body: (String) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: try await service(continuation))],
                logger: logger
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { continuation.finish() }
                try await group.run()
            }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            let result: Result<Void, any Error>
            do {
                result = .success(try await body("127.0.0.1:\(port)"))
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }

    /// Runs routes on loopback, with an exchange to them.
    private func exchanging(
        _ routes: (Router<BasicRequestContext>) -> Void,
        _ body: (URLSessionExchange, String) async throws -> Void
    ) async throws {
        let router = Router()
        routes(router)
        try await serving { ports in
            Application(
                router: router,
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in
                    ports.yield(channel.localAddress?.port ?? 0)
                },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        } _: { authority in
            let exchange = URLSessionExchange()
            try await body(exchange, authority)
            try await exchange.shutdown()
        }
    }

    private func request(
        _ method: HTTPRequest.Method,
        _ authority: String,
        _ path: String
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
    }

    private func text(_ answer: HTTPAnswer) async throws -> String {
        var all: [UInt8] = []
        for try await piece in answer.body { all += piece }
        return String(decoding: all, as: UTF8.self)
    }

    @Test("A request arrives with its method, path, fields and body, and so does its response")
    func exchanges() async throws {
        try await exchanging {
            $0.post("echo") { request, _ in
                var response = Response(status: .created)
                response.headers[.contentType] = request.headers[.contentType]
                response.headers[.eTag] = request.uri.query
                response.body = ResponseBody(
                    byteBuffer: try await request.body.collect(upTo: 1_000_000)
                )
                return response
            }
        } _: { exchange, authority in
            var message = request(.post, authority, "/echo?since=a%2Fb")
            message.headerFields[.contentType] = "application/json"
            let body = [UInt8](repeating: 0x61, count: 300_000)
            let answer = try await exchange.send(message, body: body)

            #expect(answer.head.status == .created)
            #expect(answer.head.headerFields[.contentType] == "application/json")
            #expect(answer.head.headerFields[.eTag] == "since=a%2Fb")
            #expect(try await text(answer).utf8.count == body.count)
        }
    }

    @Test("The head and each chunk arrive before the response ends")
    func streams() async throws {
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        try await exchanging {
            $0.get("stream") { _, _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        try await writer.write(ByteBuffer(string: "first"))
                        for await _ in steps { try await writer.write(ByteBuffer(string: "next")) }
                        try await writer.finish(nil)
                    }
                )
            }
        } _: { exchange, authority in
            let answer = try await exchange.send(request(.get, authority, "/stream"), body: nil)
            #expect(answer.head.status == .ok)
            var pieces: [String] = []
            for try await piece in answer.body {
                pieces.append(String(decoding: piece, as: UTF8.self))
                // The server writes the next chunk only now.
                if pieces.count < 3 { step.yield() } else { step.finish() }
            }
            #expect(pieces == ["first", "next", "next"])
        }
    }

    @Test("An interrupted response is an error, not a short response")
    func breaksOff() async throws {
        try await exchanging {
            $0.get("broken") { _, _ in
                Response(
                    status: .ok,
                    body: ResponseBody(contentLength: 100) { writer in
                        try await writer.write(ByteBuffer(string: "part"))
                        throw Broken()
                    }
                )
            }
        } _: { exchange, authority in
            let answer = try await exchange.send(request(.get, authority, "/broken"), body: nil)
            await #expect(throws: ServerUnreachable.self) { try await text(answer) }
        }
    }

    @Test("A redirect is returned and not followed")
    func redirection() async throws {
        try await exchanging {
            $0.get("old") { _, _ in Response.redirect(to: "/new", type: .found) }
            $0.get("new") { _, _ in "followed" }
        } _: { exchange, authority in
            let answer = try await exchange.send(request(.get, authority, "/old"), body: nil)
            #expect(answer.head.status == .found)
            #expect(answer.head.headerFields[.location] == "/new")
        }
    }

    @Test("A missing server is reported as unreachable")
    func unreachable() async throws {
        let exchange = URLSessionExchange()
        await #expect(throws: ServerUnreachable.self) {
            try await exchange.send(request(.get, "127.0.0.1:1", "/"), body: nil)
        }
        try await exchange.shutdown()
    }

    @Test("A request after the shutdown is an error and does not crash")
    func afterTheEnd() async throws {
        let exchange = URLSessionExchange()
        try await exchange.shutdown()
        await #expect(throws: ServerUnreachable.self) {
            try await exchange.send(request(.get, "127.0.0.1:1", "/"), body: nil)
        }
    }

    @Test("Cancellation ends the wait for a head and for a body")
    func cancelled() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        // Only the end of the server ends this response.
        let (silence, holder) = AsyncStream.makeStream(of: Void.self)
        try await exchanging { router in
            router.get("head") { _, _ in
                arrival.yield()
                for await _ in silence {}
                return "late"
            }
            router.get("body") { _, _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        try await writer.write(ByteBuffer(string: "first"))
                        arrival.yield()
                        for await _ in silence {}
                        try await writer.finish(nil)
                    }
                )
            }
        } _: { exchange, authority in
            var arrivals = arrivals.makeAsyncIterator()
            for path in ["/head", "/body"] {
                let waiting = Task {
                    try await text(
                        try await exchange.send(request(.get, authority, path), body: nil)
                    )
                }
                _ = await arrivals.next()
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
            }
            holder.finish()
        }
    }

    @Test("However early a request is cancelled, its caller resumes")
    func cancelledEarly() async throws {
        try await exchanging {
            $0.get("quick") { _, _ in "quick" }
        } _: { exchange, authority in
            let count = 1000
            let message = request(.get, authority, "/quick")
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            for number in 0..<count {
                // Counted below; a task group would wait forever for a request that does not end.
                let waiting = Task {
                    defer { end.yield() }
                    return try await text(try await exchange.send(message, body: nil))
                }
                for _ in 0..<number % 8 { await Task.yield() }
                waiting.cancel()
            }
            let limit = Task {
                try await Task.sleep(for: .seconds(60))
                end.finish()
            }
            var ended = 0
            for await _ in ends {
                ended += 1
                if ended == count { break }
            }
            limit.cancel()
            #expect(ended == count)
        }
    }

    @Test("An account is created on a real server")
    func account() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("url-session-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await serving { ports in
            try await TrendyServerApplication(
                configuration: ServerConfiguration(
                    databasePath: directory.appendingPathComponent("server.sqlite").path,
                    port: 0
                ),
                dependencies: .live(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ) { ports.yield($0) }
        } _: { authority in
            let client = AccountClient(
                address: try #require(ServerAddress("http://\(authority)")),
                exchange: URLSessionExchange(),
                wallClock: Dependencies.live().wallClock
            )
            let credentials = Credentials(email: "a@example.org", password: "long enough")
            let session = try await client.signUp(credentials)
            #expect(session.user.email == "a@example.org")
            let other = Credentials(email: "a@example.org", password: "another one")
            await #expect(throws: SyncFailure.self) { try await client.signUp(other) }
            try await client.shutdown()
        }
    }
}
