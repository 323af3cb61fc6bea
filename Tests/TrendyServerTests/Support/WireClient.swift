import Foundation
import Testing
import TrendyModel
import TrendyWire

/// A signed-in device that sends each request over a TCP connection of its own.
struct WireClient: Sendable {
    let port: Int
    let token: String
    let ids: TestWorld

    /// Signs up and in.
    static func signedUp(
        port: Int,
        email: String = "ada@example.com",
        signsUp: Bool = true
    ) async throws -> WireClient {
        let world = TestWorld(seed: UInt64.random(in: 0..<UInt64.max))
        let credentials = #"{"email":"\#(email)","password":"correct horse battery"}"#
        let guest = WireClient(port: port, token: "", ids: world)
        if signsUp { _ = try await guest.send("POST", Route.signUp, credentials) }
        let answer = try await guest.send(
            "POST",
            "\(Route.token)?grant_type=password",
            credentials
        )
        let body = try #require(answer.firstRange(of: "\r\n\r\n").map { answer[$0.upperBound...] })
        let start = try #require(body.firstIndex(of: "{"))
        let end = try #require(body.lastIndex(of: "}"))
        let session = try JSONDecoder().decode(Session.self, from: Data(body[start...end].utf8))
        return WireClient(port: port, token: session.accessToken, ids: world)
    }

    /// The answer with its head; empty when the server closed the connection.
    func send(_ method: String, _ path: String, _ body: String = "") async throws -> String {
        let client = try await RawClient.connect(port: port)
        defer { client.close() }
        await client.send(request(method, path, body, closes: true))
        return await client.readToEnd()
    }

    /// Opens a stream of changes and reads its head.
    func stream() async throws -> RawClient {
        let client = try await RawClient.connect(port: port)
        await client.send(request("GET", Route.changeStream, "", closes: false))
        let head = await client.readHead()
        #expect(head.flatMap(RawClient.status) == 200)
        return client
    }

    /// Creates an event type; returns the answer.
    func pushType(_ name: String) async throws -> String {
        let mutation = PushMutation(
            id: ids.id(),
            kind: .eventType,
            operation: .create,
            entityID: ids.id(),
            baseVersion: nil,
            editedAt: Instant(milliseconds: 1_767_225_600_000),
            fields: RawJSON(unchecked: Array(typeFields(name).utf8))
        )
        let push = PushRequest(deviceID: EntityID(high: 1, low: 1), mutations: [mutation])
        return try await send("POST", Route.push, String(decoding: push.json, as: UTF8.self))
    }

    /// The number of changes of the account.
    func changeCount() async throws -> Int {
        let answer = try await send("GET", "\(Route.changes)?limit=1000")
        return answer.ranges(of: "\"entity_type\":\"event_type\",\"operation\"").count
    }

    private func request(
        _ method: String,
        _ path: String,
        _ body: String,
        closes: Bool
    ) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            + (closes ? "Connection: close\r\n" : "") + "\r\n" + body
    }
}
