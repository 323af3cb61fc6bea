import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing
import TrendyHTTP
import TrendyModel
import TrendySync

@testable import TrendyPublish

@Suite("Webhook", .timeLimit(.minutes(2)))
struct WebhookTests {
    private struct Received: Sendable {
        let fields: HTTPFields
        let body: String
    }

    /// Runs a server on the loopback interface that answers with the given statuses, then with
    /// 204, and passes a sink for it to `body`.
    private func withServer(
        _ statuses: [(Int, HTTPFields)],
        secret: String? = nil,
        _ world: PublishWorld,
        _ body:
            @escaping @Sendable (WebhookSink, @escaping @Sendable () -> [Received]) async throws
            -> Void
    ) async throws {
        let received = Mutex<[Received]>([])
        let remaining = Mutex(statuses)
        let router = Router()
        router.post("/hook") { request, _ in
            let buffer = try await request.body.collect(upTo: 65_536)
            received.withLock {
                $0.append(Received(fields: request.headers, body: String(buffer: buffer)))
            }
            let (status, fields) = remaining.withLock {
                $0.isEmpty ? (204, HTTPFields()) : $0.removeFirst()
            }
            return Response(status: .init(code: status), headers: fields)
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let number = try #require(await iterator.next())
            let address = try WebhookAddress("http://127.0.0.1:\(number)/hook")
            let sink = WebhookSink(
                address: address,
                exchange: AsyncHTTPExchange(address: address.server),
                device: EntityID(high: 7, low: 7),
                secret: secret.map { Array($0.utf8) },
                userAgent: "trendy/1.0",
                wallClock: world.clock
            )
            try await body(sink) { received.withLock { $0 } }
            await sink.close()
            group.cancelAll()
        }
    }

    private func message(_ world: PublishWorld, _ json: String) -> PublishMessage {
        PublishMessage(
            sequence: 1,
            id: EntityID(high: 3, low: 4),
            kind: .metric,
            topic: "steps",
            payload: Array(json.utf8),
            isRetained: false,
            createdAt: world.clock.now(),
            attempts: 0
        )
    }

    @Test("A request has the message, its id as idempotency key, and a signature")
    func request() async throws {
        let world = try PublishWorld()
        let message = message(world, #"{"value":1}"#)
        try await withServer([], secret: "key", world) { sink, received in
            #expect(await sink.deliver([message]) == DeliveryResult(delivered: 1, end: .complete))

            let request = try #require(received().first)
            let id = message.id.description
            #expect(
                request.body
                    == #"{"created_at":"2026-03-02T12:00:00.000Z","data":{"value":1},"#
                    + #""device":"\#(EntityID(high: 7, low: 7))","id":"\#(id)","kind":"metric"}"#
            )
            #expect(request.fields[.contentType] == "application/json")
            #expect(request.fields[.userAgent] == "trendy/1.0")
            #expect(request.fields[try #require(.init("Idempotency-Key"))] == id)
            let seconds = world.clock.now().seconds
            let code = HMAC<SHA256>.authenticationCode(
                for: Data("\(seconds).\(request.body)".utf8),
                using: SymmetricKey(data: Data("key".utf8))
            )
            let hex = code.map { String(format: "%02x", $0) }.joined()
            #expect(
                request.fields[try #require(.init("Trendy-Signature"))]
                    == "t=\(seconds),v1=\(hex)"
            )
        }
    }

    @Test("The signature is the HMAC-SHA256 of the time and the body")
    func signature() {
        // Computed with `printf '0.Hi' | openssl dgst -sha256 -hmac key`.
        let text = WebhookSink.signature(
            of: Array("Hi".utf8),
            at: 0,
            secret: SymmetricKey(data: Data("key".utf8))
        )

        #expect(text == "t=0,v1=4332763deeeec06b2cff44582dbb8a28218fb45d741d41b99e3102fbf082172b")
    }

    @Test(
        "The status decides whether a message is delivered, refused or sent again",
        arguments: [
            (200, "complete"), (204, "complete"), (299, "complete"), (301, "failed"),
            (400, "refused"), (401, "refused"), (404, "refused"), (410, "refused"),
            (408, "failed"), (425, "failed"), (429, "failed"), (500, "failed"), (503, "failed"),
        ]
    )
    func statuses(_ status: Int, _ expected: String) async throws {
        let world = try PublishWorld()
        let message = message(world, "{}")
        try await withServer([(status, [:])], world) { sink, _ in
            let end = await sink.deliver([message]).end

            #expect("\(end)".hasPrefix(expected))
        }
    }

    @Test("The server can ask for a delay in seconds or until a date")
    func retryAfter() async throws {
        let world = try PublishWorld()
        let message = message(world, "{}")
        let name = try #require(HTTPField.Name("Retry-After"))
        let answers: [(Int, HTTPFields)] = [
            (503, [name: "120"]), (429, [name: "Mon, 02 Mar 2026 12:00:30 GMT"]),
            (503, [name: "soon"]),
        ]
        try await withServer(answers, world) { sink, _ in
            var delays: [Duration?] = []
            for _ in answers {
                guard case .failed(_, let delay) = await sink.deliver([message]).end else {
                    Issue.record("it does not fail")
                    continue
                }
                delays.append(delay)
            }

            #expect(delays == [.seconds(120), .seconds(30), nil])
        }
    }

    @Test("A server that is down fails; the attempt after it has the same body and key")
    func sameAttempt() async throws {
        let world = try PublishWorld()
        let message = message(world, "{}")
        try await withServer([(500, [:])], world) { sink, received in
            _ = await sink.deliver([message])
            world.clock.advance(by: .seconds(2))
            #expect(await sink.deliver([message]).end == .complete)

            let key = try #require(HTTPField.Name("Idempotency-Key"))
            #expect(Set(received().map(\.body)).count == 1)
            #expect(Set(received().map { $0.fields[key] }).count == 1)
        }
        let address = try WebhookAddress("http://127.0.0.1:1/hook")
        let sink = WebhookSink(
            address: address,
            exchange: AsyncHTTPExchange(address: address.server),
            device: EntityID(high: 7, low: 7),
            secret: nil,
            userAgent: "trendy/1.0",
            wallClock: world.clock
        )
        #expect("\(await sink.deliver([message]).end)".hasPrefix("failed"))
        await sink.close()
    }
}
