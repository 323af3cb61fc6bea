import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Every error is a problem")
struct ProblemTests {
    @Test("An unknown route, a wrong method and a missing token are problems")
    func routes() async throws {
        try await ServerFixture().test { client in
            let unknown = try await client.send(.get, "/nowhere")
            let method = try await client.send(.delete, Route.signUp)
            let anonymous = try await client.send(.get, Route.changes)

            #expect(unknown.problem?.code == .notFound)
            #expect(method.status == .methodNotAllowed)
            #expect(method.headers[.allow] == "POST")
            #expect(anonymous.problem?.code == .unauthorized)
            for response in [unknown, method, anonymous] {
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(response.headers[.date] != nil)
                #expect(response.problem?.requestID == response.headers[.requestID])
                #expect(response.problem?.userMessage?.isEmpty == false)
            }
        }
    }

    @Test("A request id is returned, unless it could break a log line")
    func requestID() async throws {
        try await ServerFixture().test { client in
            let given = try await client.send(
                .get,
                Route.health,
                headers: [.requestID: "abc-1"]
            )
            let wild = try await client.send(
                .get,
                Route.health,
                headers: [.requestID: "a b"]
            )

            #expect(given.headers[.requestID] == "abc-1")
            #expect(wild.headers[.requestID] != "a b")
            #expect(given.headers[.date] == "Mon, 21 Sep 2026 14:13:20 GMT")
        }
    }

    @Test("Bodies of entity routes are limited to 1 MiB and must be JSON objects")
    func bodies() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let path = "\(Route.base)/event-types"
            let large = try await client.send(
                .post,
                path,
                bytes: ByteBuffer(repeating: 0x20, count: 1024 * 1024 + 1)
            )
            let cut = try await client.send(.post, path, "{\"id\":")
            let array = try await client.send(.post, path, "[]")
            let noID = try await client.send(.post, path, "{}")

            #expect(large.problem?.code == .payloadTooLarge)
            #expect(cut.problem?.code == .malformed)
            #expect(array.problem?.code == .malformed)
            #expect(noID.problem?.errors?.map(\.field) == ["id"])
        }
    }

    @Test("A disk that cannot be written now does not reject the pushed mutations", .onlySQLite)
    func lockedDisk() async throws {
        // Regression: recorded changes failed permanently while the server's disk was full.
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let client = try await client.signedUp()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: fixture.database, configuration: configuration)
            let mutation = client.mutation(
                .create,
                .eventType,
                client.world.id(),
                typeFields("Coffee")
            )
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let refused = try await client.push([mutation])
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }

            #expect(refused.status == .serviceUnavailable)
            #expect(refused.problem?.code == .unavailable)
            #expect(refused.problem?.retryAfter == 60)
            #expect(try await client.push([mutation]).status == .ok)
        }
    }

    @Test("Health and readiness answer without a session")
    func health() async throws {
        try await ServerFixture().test { client in
            #expect(try await client.send(.get, Route.health).status == .ok)
            #expect(try await client.send(.get, Route.ready).status == .ok)
            let keys = try await client.send(.get, Route.keys)
            #expect(keys.text.contains("\"ES256\""))
        }
    }
}
