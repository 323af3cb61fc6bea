import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Accounts and sessions")
struct AuthTests {
    private let credentials = #"{"email":"Ada@Example.com ","password":"correct horse"}"#

    private func refresh(_ client: ServerClient, _ token: String) async throws -> Session {
        try await client.session(
            "\(Route.token)?grant_type=refresh_token",
            #"{"refresh_token":"\#(token)"}"#
        )
    }

    @Test("After a sign-up the person can sign in with the normalized address")
    func signUp() async throws {
        try await ServerFixture().test { client in
            let first = try await client.newAccount(credentials)
            let second = try await client.session(
                "\(Route.token)?grant_type=password",
                #"{"email":"ada@example.com","password":"correct horse"}"#
            )
            var signedIn = client
            signedIn.token = second.accessToken
            let user = try await signedIn.send(.get, Route.user)

            #expect(first.user == second.user)
            #expect(first.user.email == "ada@example.com")
            #expect(user.text.contains(first.user.id))
        }
    }

    @Test("A wrong password and an unknown address get the same answer")
    func wrongPassword() async throws {
        try await ServerFixture().test { client in
            _ = try await client.newAccount(credentials)
            let path = "\(Route.token)?grant_type=password"
            let wrong = try await client.send(
                .post,
                path,
                #"{"email":"ada@example.com","password":"wrong horse"}"#,
                headers: [.requestID: "r"]
            )
            let unknown = try await client.send(
                .post,
                path,
                #"{"email":"eve@example.com","password":"wrong horse"}"#,
                headers: [.requestID: "r"]
            )

            #expect(wrong.status == .unauthorized)
            #expect(wrong.body == unknown.body)
        }
    }

    @Test("An invalid sign-up lists its errors; a taken address gets the answer of a new one")
    func signUpAnswers() async throws {
        try await ServerFixture().test { client in
            let short = try await client.send(
                .post,
                Route.signUp,
                #"{"email":"nobody","password":"short"}"#
            )
            let first = try await client.send(.post, Route.signUp, credentials)
            let taken = try await client.send(
                .post,
                Route.signUp,
                #"{"email":"ada@example.com","password":"another horse"}"#
            )
            let stranger = try await client.send(
                .post,
                "\(Route.token)?grant_type=password",
                #"{"email":"ada@example.com","password":"another horse"}"#
            )

            #expect(short.problem?.errors?.map(\.field) == ["email", "password"])
            #expect(first.status == .ok)
            #expect(taken.status == .ok)
            #expect(taken.body == first.body)
            #expect(stranger.status == .unauthorized)
            _ = try await client.session("\(Route.token)?grant_type=password", credentials)
        }
    }

    @Test("A refresh token works once; repeated within 10 s it gets the same successor")
    func retry() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let session = try await client.newAccount(credentials)
            let first = try await refresh(client, session.refreshToken)
            fixture.world.clock.advance(by: .seconds(10))
            let again = try await refresh(client, session.refreshToken)
            let next = try await refresh(client, again.refreshToken)

            #expect(first.refreshToken == again.refreshToken)
            #expect(first.refreshToken != session.refreshToken)
            #expect(next.refreshToken != first.refreshToken)
        }
    }

    @Test("A refresh token repeated later ends its family, and no other")
    func reuse() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let session = try await client.newAccount(credentials)
            let other = try await client.session(
                "\(Route.token)?grant_type=password",
                credentials
            )
            let first = try await refresh(client, session.refreshToken)
            fixture.world.clock.advance(by: .seconds(11))

            let path = "\(Route.token)?grant_type=refresh_token"
            let stolen = try await client.send(
                .post,
                path,
                #"{"refresh_token":"\#(session.refreshToken)"}"#
            )
            let revoked = try await client.send(
                .post,
                path,
                #"{"refresh_token":"\#(first.refreshToken)"}"#
            )

            #expect(stolen.problem?.code == .unauthorized)
            #expect(revoked.problem?.code == .unauthorized)
            _ = try await refresh(client, other.refreshToken)
        }
    }

    @Test("Signing out ends the session's refresh tokens")
    func signOut() async throws {
        try await ServerFixture().test { client in
            let session = try await client.newAccount(credentials)
            var signedIn = client
            signedIn.token = session.accessToken
            let out = try await signedIn.send(.post, Route.signOut)
            let refreshed = try await client.send(
                .post,
                "\(Route.token)?grant_type=refresh_token",
                #"{"refresh_token":"\#(session.refreshToken)"}"#
            )

            #expect(out.status == .noContent)
            #expect(refreshed.status == .unauthorized)
        }
    }

    @Test("An access token expires after an hour, and a token of another server is invalid")
    func accessToken() async throws {
        let fixture = try await ServerFixture()
        let stranger = try await ServerFixture(seed: 2)
        let foreign = try await stranger.test { try await $0.signedUp().token }
        try await fixture.test { client in
            var other = client
            other.token = foreign
            let refused = try await other.send(.get, Route.latestCursor)
            let mine = try await client.signedUp()
            let good = try await mine.send(.get, Route.latestCursor)
            fixture.world.clock.advance(by: .seconds(3600))
            let late = try await mine.send(.get, Route.latestCursor)

            #expect(refused.problem?.code == .unauthorized)
            #expect(good.status == .ok)
            #expect(late.problem?.code == .unauthorized)
        }
    }
}
