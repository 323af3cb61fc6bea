import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Limits of password attempts")
struct SignInLimitTests {
    private let path = "\(Route.token)?grant_type=password"

    private func body(_ password: String, email: String = "ada@example.com") -> String {
        #"{"email":"\#(email)","password":"\#(password)"}"#
    }

    @Test("Wrong passwords cause growing delays, and the right one resets them")
    func guesses() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            _ = try await client.send(.post, Route.signUp, body("correct horse"))
            for _ in 0..<5 {
                let wrong = try await client.send(.post, path, body("wrong horse"))
                #expect(wrong.status == .unauthorized)
            }
            var waits: [Int] = []
            for _ in 0..<4 {
                let delayed = try await client.send(.post, path, body("correct horse"))
                #expect(delayed.status == .tooManyRequests)
                let wait = try #require(delayed.problem?.retryAfter)
                #expect(delayed.headers[.retryAfter] == "\(wait)")
                waits.append(wait)
                fixture.world.clock.advance(by: .seconds(wait))
                _ = try await client.send(.post, path, body("wrong horse"))
            }
            #expect(waits == waits.sorted())
            #expect(try #require(waits.last) >= 8)

            fixture.world.clock.advance(by: .seconds(60))
            _ = try await client.session(path, body("correct horse"))
            for _ in 0..<5 {
                let wrong = try await client.send(.post, path, body("wrong horse"))
                #expect(wrong.status == .unauthorized)
            }
        }
    }

    @Test("Of a hundred concurrent attempts, five are compared")
    func concurrent() async throws {
        try await ServerFixture().test { client in
            _ = try await client.send(.post, Route.signUp, body("correct horse"))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await client.send(.post, path, body("wrong horse")).status.code
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [401: 5, 429: 95])
        }
    }

    @Test("An address without an account is delayed like one with an account")
    func unknown() async throws {
        try await ServerFixture().test { client in
            var answers: [[Int]] = []
            _ = try await client.send(.post, Route.signUp, body("correct horse"))
            for email in ["ada@example.com", "eve@example.com"] {
                var statuses: [Int] = []
                for _ in 0..<8 {
                    let answer = try await client.send(
                        .post,
                        path,
                        body("wrong horse", email: email)
                    )
                    statuses.append(answer.status.code)
                }
                answers.append(statuses)
            }
            #expect(answers[0] == answers[1])
        }
    }

    @Test("Wrong passwords in a password change are delayed too")
    func change() async throws {
        try await ServerFixture().test { client in
            let ada = try await client.signedUp()
            var statuses: [Int] = []
            for _ in 0..<7 {
                let answer = try await ada.send(
                    .put,
                    Route.user,
                    #"{"current_password":"wrong horse","password":"battery staple"}"#
                )
                statuses.append(answer.status.code)
            }
            #expect(statuses == [422, 422, 422, 422, 422, 429, 429])
        }
    }

    @Test("A closed server creates no account; the invite policy creates one per use of an invite")
    func policies() async throws {
        try await ServerFixture(signUpPolicy: .closed).test { client in
            let answer = try await client.send(.post, Route.signUp, body("correct horse"))
            #expect(answer.problem?.code == .forbidden)
        }
        let fixture = try await ServerFixture(signUpPolicy: .invite)
        try await fixture.test { client in
            let invite = Invite(random: fixture.world.random)
            let now = fixture.world.clock.now()
            try await fixture.store.addInvite(
                hash: Invite.hash(of: invite.code),
                uses: 1,
                now: now,
                expiresAt: now + .seconds(60)
            )
            let with = { (email: String, code: String) in
                #"{"email":"\#(email)","password":"correct horse","invite":"\#(code)"}"#
            }
            let without = try await client.send(.post, Route.signUp, body("correct horse"))
            let wrong = try await client.send(.post, Route.signUp, with("ada@example.com", "abc"))
            let good = try await client.send(
                .post,
                Route.signUp,
                with("ada@example.com", invite.code.uppercased())
            )
            let again = try await client.send(
                .post,
                Route.signUp,
                with("eve@example.com", invite.code)
            )
            #expect(without.problem?.code == .forbidden)
            #expect(wrong.problem?.code == .forbidden)
            #expect(good.status == .ok)
            #expect(again.problem?.code == .forbidden)
            _ = try await client.session(path, body("correct horse"))
        }
    }
}
