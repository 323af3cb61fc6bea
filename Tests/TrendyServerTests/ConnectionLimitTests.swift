import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Connection limits over sockets")
struct ConnectionLimitTests {
    private func limits(_ change: (inout ConnectionLimits) -> Void) -> ConnectionLimits {
        var limits = ConnectionLimits()
        limits.exemptsLoopback = false
        change(&limits)
        return limits
    }

    @Test("Connections over the limit of an address are closed, with one line in the log")
    func perAddress() async throws {
        try await RunningServer.run(limits: limits { $0.connectionsPerAddress = 3 }) { server in
            var held: [RawClient] = []
            for _ in 0..<3 {
                let client = try await server.connect()
                await client.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(await client.readHead().flatMap(RawClient.status) == 200)
                held.append(client)
            }

            for _ in 0..<20 { #expect(try await server.status(of: Route.health) == nil) }
            #expect(server.log.count(of: "limit=connectionsPerAddress") == 1)
            #expect(server.log.count(of: "127.0.0.1") == 0)

            held[0].close()
            await held[0].closed()
            while try await server.status(of: Route.health) != 200 {}
        }
    }

    @Test("Loopback clients are exempt unless the limits say otherwise")
    func exemption() async throws {
        var limits = ConnectionLimits()
        limits.connectionsPerAddress = 1
        try await RunningServer.run(limits: limits) { server in
            let first = try await server.connect()
            defer { first.close() }
            #expect(try await server.status(of: Route.health) == 200)
        }
    }

    @Test("Trusted proxies are exempt, because all clients share their address")
    func trustedProxy() async throws {
        let limits = limits { $0.connectionsPerAddress = 1 }
        let proxies: Set<IPAddress> = [try #require(IPAddress("127.0.0.1"))]
        try await RunningServer.run(limits: limits, trustedProxies: proxies) { server in
            let first = try await server.connect()
            await first.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await first.readHead() != nil)
            #expect(try await server.status(of: Route.health) == 200)
            first.close()
        }
    }

    @Test("At the total limit new clients wait, and are served after a connection has closed")
    func total() async throws {
        try await RunningServer.run(limits: limits { $0.connections = 2 }) { server in
            var held: [RawClient] = []
            for _ in 0..<2 {
                let client = try await server.connect()
                await client.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(await client.readHead() != nil)
                held.append(client)
            }
            // The kernel connects the client; the server does not accept it yet.
            let waiting = try await server.connect()
            await waiting.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            await server.log.waitForLine(with: "limit=connections")

            held[0].close()

            #expect(await waiting.readHead().flatMap(RawClient.status) == 200)
            waiting.close()
            held[1].close()
            #expect(server.log.count(of: "limit=connections") == 1)
        }
    }

    @Test("A connection without a complete head is closed without an answer")
    func slowHead() async throws {
        try await RunningServer.run(limits: limits { $0.headTimeout = .milliseconds(50) }) {
            server in
            let client = try await server.connect()
            await client.send("GET /health HTTP/1.1\r\nHo")
            #expect(await client.readToEnd() == "")
        }
    }

    @Test("A connection with a too slow body is closed")
    func slowBody() async throws {
        let limits = limits { $0.bodyWindow = .milliseconds(50) }
        try await RunningServer.run(limits: limits) { server in
            let client = try await server.connect()
            await client.send(
                "POST \(Route.signUp) HTTP/1.1\r\nHost: a\r\nContent-Length: 400\r\n\r\n{"
            )
            await client.closed()
            #expect(server.log.count(of: "error") == 0)
            #expect(try await server.status(of: Route.health) == 200)
        }
    }

    @Test("A connection whose client does not read its responses is closed")
    func unread() async throws {
        let limits = limits { $0.writeTimeout = .milliseconds(100) }
        try await RunningServer.run(limits: limits) { server in
            let client = try await RawClient.connect(port: server.port, reads: false)
            // Pipelined requests whose answers fill the buffers of both sides.
            let request = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
            let many = String(repeating: request, count: 2_000)
            for _ in 0..<200 { await client.send(many) }
            await client.closed()
            #expect(try await server.status(of: Route.health) == 200)
        }
    }

    /// Header fields that exceed one limit of a head each.
    enum TooMuch: String, CaseIterable {
        case fields, field, list

        var fields: String {
            switch self {
            case .fields: String(repeating: "a: b\r\n", count: 101)
            case .field: "a: \(String(repeating: "b", count: 17 * 1024))\r\n"
            case .list:
                (0..<5).map { "a\($0): \(String(repeating: "b", count: 8 * 1024))\r\n" }.joined()
            }
        }
    }

    @Test("A head beyond the decoder's limits gets 400", arguments: TooMuch.allCases)
    func largeHead(_ head: TooMuch) async throws {
        try await RunningServer.run { server in
            let client = try await server.connect()
            await client.send("GET /health HTTP/1.1\r\nHost: a\r\n\(head.fields)\r\n")
            let answer = await client.readHead()
            #expect(answer.flatMap(RawClient.status) == 400)
            client.close()
        }
    }
}
