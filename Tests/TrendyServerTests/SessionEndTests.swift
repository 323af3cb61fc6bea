import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The end of a session")
struct SessionEndTests {
    private let credentials = #"{"email":"ada@example.com","password":"correct horse"}"#

    private func signIn(_ client: ServerClient) async throws -> (ServerClient, Session) {
        let session = try await client.session("\(Route.token)?grant_type=password", credentials)
        var copy = client
        copy.token = session.accessToken
        return (copy, session)
    }

    @Test("After a sign-out, the access token is refused at once")
    func signOut() async throws {
        try await ServerFixture().test { client in
            let ada = try await client.signedUp()
            let (tablet, _) = try await signIn(client)
            _ = try await ada.send(.post, Route.signOut)

            #expect(try await ada.send(.get, Route.mySync).status == .unauthorized)
            #expect(try await tablet.send(.get, Route.mySync).status == .ok)
        }
    }

    @Test("A reused refresh token also ends the session's access tokens")
    func reuse() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            _ = try await client.send(.post, Route.signUp, credentials)
            let (ada, session) = try await signIn(client)
            let refresh = #"{"refresh_token":"\#(session.refreshToken)"}"#
            let path = "\(Route.token)?grant_type=refresh_token"
            _ = try await client.session(path, refresh)
            fixture.world.clock.advance(by: .seconds(11))
            _ = try await client.send(.post, path, refresh)

            #expect(try await ada.send(.get, Route.mySync).status == .unauthorized)
        }
    }

    @Test(
        "The stream of an ended session ends; streams of other sessions continue",
        arguments: [0, 1, 2]
    )
    func streams(_ way: Int) async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            _ = try await client.send(.post, Route.signUp, credentials)
            let (phone, _) = try await signIn(client)
            let (tablet, _) = try await signIn(client)
            let account = try #require(try await fixture.store.account(email: "ada@example.com"))

            // The request returns when the stream has ended.
            async let ended = phone.send(.get, Route.changeStream)
            while fixture.store.changeBus.count(of: account.id) == 0 { await Task.yield() }
            switch way {
            case 0: _ = try await phone.send(.post, Route.signOut)
            case 1: _ = try await tablet.send(.post, "\(Route.signOut)?scope=others")
            default:
                _ = try await tablet.send(
                    .put,
                    Route.user,
                    #"{"current_password":"correct horse","password":"battery staple"}"#
                )
            }

            #expect(try await ended.text.hasPrefix("event: change\n"))
            #expect(fixture.store.changeBus.count(of: account.id) == 0)
            #expect(try await tablet.send(.get, Route.mySync).status == .ok)
        }
    }

    @Test("A person lists their sessions and ends one of them")
    func list() async throws {
        try await ServerFixture().test { client in
            let ada = try await client.signedUp()
            let (tablet, _) = try await signIn(client)
            let eve = try await client.signedUp("eve@example.com")
            let answer = try await tablet.send(.get, Route.sessions)
            let list = try JSONDecoder().decode(
                SessionList.self,
                from: Data(answer.body.readableBytesView)
            ).sessions
            #expect(list.map(\.isCurrent) == [true, false])
            let other = try #require(list.last).id

            let byEve = try await eve.send(.delete, "\(Route.sessions)/\(other)")
            let bySelf = try await tablet.send(.delete, "\(Route.sessions)/\(other)")

            #expect(byEve.status == .notFound)
            #expect(bySelf.status == .noContent)
            #expect(try await ada.send(.get, Route.user).status == .unauthorized)
            #expect(try await tablet.send(.get, Route.user).status == .ok)
        }
    }

    @Test("An account keeps its newest hundred sessions")
    func limit() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let first = try await client.signedUp()
            for _ in 0..<100 {
                fixture.world.clock.advance(by: .seconds(1))
                _ = try await signIn(client)
            }
            let (last, _) = try await signIn(client)

            #expect(try await first.send(.get, Route.user).status == .unauthorized)
            let answer = try await last.send(.get, Route.sessions)
            #expect(answer.text.components(separatedBy: "created_at").count == 101)
        }
    }
}
