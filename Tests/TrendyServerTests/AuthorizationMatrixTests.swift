import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

/// Tests every route with every kind of invalid token, and with another account's ids.
///
/// The routes come from the router itself, so that new routes are covered automatically.
@Suite("Authorization of every route")
struct AuthorizationMatrixTests {
    /// The routes without a session, each with a reason; every other route must refuse.
    private static let open: Set<String> = [
        "GET \(Route.health)",  // monitoring
        "GET \(Route.ready)",  // monitoring
        "POST \(Route.signUp)",  // there is no session yet
        "POST \(Route.token)",  // there is no session yet
        "GET \(Route.settings)",  // needed before a sign-in
        "GET \(Route.keys)",  // public keys
        "GET \(Route.openAPI)",  // the description of the API
    ]

    private static func isOpen(_ route: RouteFixture) -> Bool {
        open.contains("\(route.method.rawValue) \(route.path)")
    }

    private func forged(_ fixture: ServerFixture, _ token: String) -> [String] {
        let parts = token.split(separator: ".").map(String.init)
        let none = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString()
            .replacing("=", with: "")
        var signature = Array(parts[2])
        signature[10] = signature[10] == "A" ? "B" : "A"
        return [
            "\(parts[0]).\(parts[1]).\(String(signature))", "\(none).\(parts[1]).",
            "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1])", "x", "..", "e30.e30.e30",
        ]
    }

    @Test(
        "Every route without a valid token answers 401 with identical bytes"
    )
    func tokens() async throws {
        let fixture = try await ServerFixture()
        let stranger = try await ServerFixture(seed: 2)
        let foreign = try await stranger.test { try await $0.signedUp().token }
        try await fixture.test { client in
            let old = try await client.signedUp("old@example.com")
            fixture.world.clock.advance(by: .seconds(3600))
            let ended = try await client.signedUp("ended@example.com")
            _ = try await ended.send(.post, Route.signOut)
            let disabled = try await client.signedUp("disabled@example.com")
            let account = try #require(
                try await fixture.store.account(email: "disabled@example.com")
            )
            try await fixture.store.setDisabled(
                account: account.id,
                at: fixture.world.clock.now()
            )
            let deleted = try await client.signedUp("deleted@example.com")
            _ = try await deleted.send(.delete, Route.user, #"{"password":"correct horse"}"#)
            let live = try await client.signedUp("live@example.com")

            var tokens: [String?] = [
                nil, old.token, ended.token, disabled.token, deleted.token, foreign,
            ]
            tokens += forged(fixture, try #require(live.token))
            let guarded = fixture.routes.filter { !Self.isOpen($0) }
            #expect(guarded.count >= 35)
            var answers: Set<String> = []
            for route in guarded {
                for token in tokens {
                    var client = client
                    client.token = token
                    let answer = try await client.send(
                        route.method,
                        route.path(id: fixture.world.id()),
                        "{}",
                        headers: [.requestID: "matrix"]
                    )
                    #expect(
                        answer.status == .unauthorized,
                        "\(route.method) \(route.path) with \(token ?? "no token")"
                    )
                    answers.insert(answer.text)
                }
            }
            #expect(answers.count == 1)
        }
    }

    @Test("Another account's id gets the same bytes as an unknown id")
    func otherAccounts() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let owner = try await client.signedUp("owner@example.com")
            let eve = try await client.signedUp("eve@example.com")
            let ids = try await Self.fill(owner)
            let routes = fixture.routes.filter { $0.path.contains("{") }
            #expect(routes.count >= 14)
            for route in routes {
                for id in ids {
                    let path = { (id: EntityID) in route.path(id: id) }
                    let other = EntityID(high: id.high ^ 0xFFFF, low: id.low)
                    let body = Self.body(of: route)
                    let headers: HTTPFields = [.requestID: "matrix"]
                    let theirs = try await eve.send(route.method, path(id), body, headers: headers)
                    let nobodys = try await eve.send(
                        route.method,
                        path(other),
                        body,
                        headers: headers
                    )
                    #expect(theirs.status == nobodys.status, "\(route.method) \(route.path)")
                    #expect(
                        theirs.text == nobodys.text.replacing("\(other)", with: "\(id)"),
                        "\(route.method) \(route.path)"
                    )
                }
            }
            // The owner's data is unchanged.
            let sync = try await owner.send(.get, Route.mySync)
            #expect(sync.text.contains(#""event":1"#))
            #expect(sync.text.contains(#""event_type":1"#))
        }
    }

    /// Creates a device, a session, a type, an event, a definition and a geofence; returns their
    /// ids.
    private static func fill(_ client: ServerClient) async throws -> [EntityID] {
        let ids = (0..<4).map { _ in client.world.id() }
        let device = client.world.id()
        _ = try await client.push([
            client.mutation(.create, .eventType, ids[0], typeFields("Coffee")),
            client.mutation(.create, .event, ids[1], eventFields(ids[0])),
        ])
        _ = try await client.send(
            .put,
            "\(Route.devices)/\(device)",
            ##"{"name":"d","pending":0,"failed":0,"app_version":"1","schema_version":1}"##
        )
        let list = try await client.send(.get, Route.sessions)
        let sessions = try JSONDecoder().decode(
            SessionList.self,
            from: Data(list.body.readableBytesView)
        )
        return [ids[0], ids[1], device]
            + sessions.sessions.compactMap { EntityID($0.id) }
    }

    private static func body(of route: RouteFixture) -> String? {
        switch route.method {
        case .put: #"{"name":"d","pending":0,"failed":0,"app_version":"1","schema_version":1}"#
        case .patch: #"{"notes":"x"}"#
        case .post: #"{"id":"01900000-0000-7000-8000-000000000001","key":"k"}"#
        default: nil
        }
    }
}
