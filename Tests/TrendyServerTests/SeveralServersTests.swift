import Foundation
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

@Suite("Several servers on one PostgreSQL database")
struct SeveralServersTests {
    /// Runs two servers on one database.
    private func run(
        _ body: @escaping @Sendable (RunningServer, RunningServer) async throws -> Void
    ) async throws {
        let cluster = try PostgresCluster.shared()
        let url = try PostgresURL(cluster.url(cluster.makeDatabase()))
        let deadline = Deadline.after(.seconds(60))
        try PostgresMigrations.migrate(PostgresConnection.open(url, deadline: deadline))
        let open = { @Sendable in
            var limits = PostgresPoolLimits()
            limits.connections = 2
            return ServerDatabase.postgres(url, localPath: try temporaryFile(), poolLimits: limits)
        }
        try await RunningServer.run(seed: 1, database: open()) { first in
            try await RunningServer.run(seed: 2, database: open()) { second in
                try await body(first, second)
            }
        }
    }

    @Test("A session that ends on one server is refused by the other at once, and its stream ends")
    func endedSession() async throws {
        try await run { first, second in
            let here = try await WireClient.signedUp(port: first.port)
            let there = WireClient(port: second.port, token: here.token, ids: here.ids)
            #expect(RawClient.status(try await there.send("GET", Route.latestCursor)) == 200)
            let stream = try await there.stream()

            let answer = try await here.send("POST", Route.signOut)
            #expect(RawClient.status(answer) == 204)

            #expect(RawClient.status(try await there.send("GET", Route.latestCursor)) == 401)
            // Long before the next heartbeat, which looks at the session as well.
            _ = await stream.readToEnd()
        }
    }

    @Test("A change on one server reaches the stream of the other")
    func stream() async throws {
        try await run { first, second in
            let here = try await WireClient.signedUp(port: first.port)
            let there = WireClient(port: second.port, token: here.token, ids: here.ids)
            let stream = try await there.stream()

            #expect(RawClient.status(try await here.pushType("Tea")) == 200)

            let event = await stream.read(until: "-1\"}")
            #expect(event.contains("event: change"))
            stream.close()
        }
    }

    @Test("Wrong passwords count on all servers together")
    func signInLimit() async throws {
        try await run { first, second in
            _ = try await WireClient.signedUp(port: first.port)
            let wrong = #"{"email":"ada@example.com","password":"not this one"}"#
            let attempt = { @Sendable (server: RunningServer) in
                let guest = WireClient(port: server.port, token: "", ids: TestWorld())
                return try await guest.send("POST", "\(Route.token)?grant_type=password", wrong)
            }

            for server in [first, second, first, second, first] {
                #expect(RawClient.status(try await attempt(server)) == 401)
            }
            // A slow machine can outlast the first delay; it doubles with each attempt.
            var refused = try await attempt(second)
            for _ in 0..<2 where RawClient.status(refused) == 401 {
                refused = try await attempt(second)
            }

            #expect(RawClient.status(refused) == 429, "\(refused)")
            #expect(refused.lowercased().contains("retry-after:"))
            #expect(second.log.count(of: "Too many attempts on all servers") == 1)
        }
    }

    @Test("A right password ends the delays on all servers")
    func signInSuccess() async throws {
        try await run { first, second in
            _ = try await WireClient.signedUp(port: first.port)
            let wrong = #"{"email":"ada@example.com","password":"not this one"}"#
            for server in [first, second, first, second] {
                let guest = WireClient(port: server.port, token: "", ids: TestWorld())
                let path = "\(Route.token)?grant_type=password"
                #expect(RawClient.status(try await guest.send("POST", path, wrong)) == 401)
            }
            _ = try await WireClient.signedUp(port: second.port, signsUp: false)

            for server in [first, second] {
                let guest = WireClient(port: server.port, token: "", ids: TestWorld())
                let path = "\(Route.token)?grant_type=password"
                #expect(RawClient.status(try await guest.send("POST", path, wrong)) == 401)
            }
        }
    }
}
