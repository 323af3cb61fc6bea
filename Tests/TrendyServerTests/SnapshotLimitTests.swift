import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Limits of long responses and of memory")
struct SnapshotLimitTests {
    /// Sends a request without reading the answer's body.
    private func open(
        _ path: String,
        _ fixture: ServerFixture,
        _ client: ServerClient,
        method: HTTPRequest.Method = .get,
        body: RequestBody = RequestBody(buffer: ByteBuffer())
    ) async throws -> Response {
        var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
        head.headerFields[.authorization] = "Bearer \(client.token ?? "")"
        let context = TrendyRequestContext(
            logger: Logger(label: "test") { _ in
                SwiftLogNoOpLogHandler()
            }
        )
        return try await fixture.responder.respond(
            to: Request(head: head, body: body),
            context: context
        )
    }

    @Test(
        "Snapshots and streams are limited per account and in total",
        arguments: [Route.snapshot, Route.changeStream]
    )
    func limits(_ path: String) async throws {
        var limits = WorkLimits()
        limits.snapshotsPerAccount = 2
        limits.snapshots = 3
        limits.streamsPerAccount = 2
        limits.streams = 3
        let fixture = try await ServerFixture(limits: limits)
        try await fixture.test { client in
            let ada = try await client.signedUp()
            let eve = try await client.signedUp("eve@example.com")

            var opened = [
                try await open(path, fixture, ada), try await open(path, fixture, ada),
            ]
            let own = try await open(path, fixture, ada)
            let other = try await open(path, fixture, eve)
            let everybodys = try await open(path, fixture, eve)
            opened.removeLast()
            let freed = try await open(path, fixture, ada)

            #expect(own.status.code == 429)
            #expect(own.headers[.retryAfter] == (path == Route.snapshot ? "5" : "60"))
            #expect(other.status == .ok)
            #expect(everybodys.status.code == 503)
            #expect(freed.status == .ok)
            withExtendedLifetime((opened, other, freed)) {}
        }
    }

    private final class Sizes: Sendable {
        let all = Mutex<[Int]>([])
    }

    /// A client that reads a number of pieces and then disconnects.
    private struct SlowWriter: ResponseBodyWriter {
        struct Gone: Error {}

        let sizes: Sizes
        var left: Int

        mutating func write(_ buffer: ByteBuffer) async throws {
            sizes.all.withLock { $0.append(buffer.readableBytes) }
            left -= 1
            if left == 0 { throw Gone() }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test("A snapshot is written in small pieces of small pages, for any size of the account")
    func pieces() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            let type = client.world.id()
            _ = try await client.push([
                client.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            let notes = String(repeating: "x", count: 9_000)
            for _ in 0..<2 {
                _ = try await client.push(
                    (0..<200).map { _ in
                        client.mutation(
                            .create,
                            .event,
                            client.world.id(),
                            eventFields(type, extra: #","notes":"\#(notes)""#)
                        )
                    }
                )
            }
            let whole = try await client.send(.get, Route.snapshot).snapshot()
            let sizes = Sizes()
            let response = try await open(Route.snapshot, fixture, client)
            await #expect(throws: SlowWriter.Gone.self) {
                try await response.body.write(SlowWriter(sizes: sizes, left: 12))
            }

            let marks = whole.count { if case .mark = $0 { true } else { false } }
            #expect(marks >= 3_600_000 / (256 * 1_024))
            #expect(sizes.all.withLock { $0.allSatisfy { $0 <= 64 * 1_024 } })
        }
    }

    @Test("Unread answers and request bodies of an account are limited in bytes")
    func memory() async throws {
        var limits = WorkLimits()
        limits.answerBytesPerAccount = 150_000
        limits.bodyBytesPerAccount = 200_000
        let fixture = try await ServerFixture(limits: limits)
        try await fixture.test { client in
            let ada = try await client.signedUp()
            let type = client.world.id()
            _ = try await ada.push([
                ada.mutation(.create, .eventType, type, typeFields("Coffee"))
            ])
            let notes = String(repeating: "x", count: 1_000)
            let pushed = try await ada.push(
                (0..<80).map { _ in
                    ada.mutation(
                        .create,
                        .event,
                        client.world.id(),
                        eventFields(type, extra: #","notes":"\#(notes)""#)
                    )
                }
            )

            let first = try await open("\(Route.changes)?limit=100", fixture, ada)
            let second = try await open("\(Route.changes)?limit=100", fixture, ada)
            let small = try await open(Route.latestCursor, fixture, ada)
            let chunks = AsyncStream<ByteBuffer> { continuation in
                for _ in 0..<30 { continuation.yield(ByteBuffer(repeating: 0x20, count: 10_000)) }
                continuation.finish()
            }
            let body = RequestBody(asyncSequence: chunks)
            let large = try await open(Route.push, fixture, ada, method: .post, body: body)

            #expect(pushed.status == .ok)
            #expect(first.status == .ok)
            #expect(second.status.code == 429)
            #expect(small.status == .ok)
            #expect(large.status.code == 429)
            withExtendedLifetime(first) {}
        }
    }
}
