import Testing
import TrendyModel

@testable import TrendyServer

@Suite("The state of a sign-in through a provider")
struct ProviderStateTests {
    @Test("Another server of the database can end a sign-in")
    func otherServer() async throws {
        try await ProviderFixture.run { fixture in
            let other = try await fixture.otherServer()
            let start = try await fixture.signIn.begin(.signIn, destination: "/map")
            let answer = try fixture.provider.answer(to: start)

            let result = try await fixture.finish(answer, cookie: start.cookie, at: other)

            #expect(result.destination == "/map")
            _ = try await fixture.session(result.outcome)
        }
    }

    @Test("A sign-in that another browser began is refused")
    func otherBrowser() async throws {
        try await ProviderFixture.run { fixture in
            let mine = try await fixture.signIn.begin(.signIn, destination: nil)
            let attackers = try await fixture.signIn.begin(.signIn, destination: nil)
            let answer = try fixture.provider.answer(to: attackers)

            for cookie in [mine.cookie, nil, "", "x", String(attackers.cookie.dropLast())] {
                let code = try await fixture.failure {
                    try await fixture.finish(answer, cookie: cookie)
                }
                #expect(code == .expired)
            }
            var stateless = answer
            stateless["state"] = nil
            let code = try await fixture.failure {
                try await fixture.finish(stateless, cookie: attackers.cookie)
            }
            #expect(code == .expired)
            #expect(fixture.provider.requests["/token"] == nil)
        }
    }

    @Test("A sign-in ends within ten minutes, and once")
    func once() async throws {
        try await ProviderFixture.run { fixture in
            let start = try await fixture.signIn.begin(.signIn, destination: nil)
            let answer = try fixture.provider.answer(to: start)
            _ = try await fixture.finish(answer, cookie: start.cookie)
            // This provider accepts a code twice, which it must not.
            let again = try await fixture.failure {
                try await fixture.finish(answer, cookie: start.cookie)
            }
            #expect(again == .expired)

            let late = try await fixture.signIn.begin(.signIn, destination: nil)
            let lateAnswer = try fixture.provider.answer(to: late)
            fixture.world.clock.advance(by: ProviderSignIn.timeLimit)
            let code = try await fixture.failure {
                try await fixture.finish(lateAnswer, cookie: late.cookie)
            }
            #expect(code == .expired)
        }
    }

    @Test("A code of another sign-in is refused by the verifier")
    func injectedCode() async throws {
        try await ProviderFixture.run { fixture in
            let attackers = try await fixture.signIn.begin(.signIn, destination: nil)
            let stolen = try fixture.provider.answer(to: attackers)["code"]
            let code = try await fixture.failure { try await fixture.run { $0["code"] = stolen } }
            #expect(code == .invalidAnswer)
        }
    }

    @Test("An answer that names another issuer is refused")
    func mixUp() async throws {
        try await ProviderFixture.run { fixture in
            let other = try await fixture.failure {
                try await fixture.run { $0["iss"] = "https://evil.example" }
            }
            #expect(other == .invalidAnswer)
            #expect(fixture.provider.requests["/token"] == nil)
            let issuer = fixture.provider.issuer
            _ = try await fixture.session(try await fixture.run { $0["iss"] = issuer }.outcome)
        }
        try await ProviderFixture.run { fixture in
            fixture.provider.control {
                $0.editMetadata = {
                    $0["authorization_response_iss_parameter_supported"] = true
                }
            }
            let unnamed = try await fixture.failure { try await fixture.run() }
            #expect(unnamed == .invalidAnswer)
        }
    }

    @Test("Errors of the provider are told apart")
    func errors() async throws {
        try await ProviderFixture.run { fixture in
            let expected: [(String, ProviderSignInError.Code)] = [
                ("access_denied", .denied), ("login_required", .denied),
                ("temporarily_unavailable", .unreachable), ("invalid_scope", .invalidAnswer),
            ]
            for (error, expected) in expected {
                let code = try await fixture.failure {
                    try await fixture.run {
                        $0["code"] = nil
                        $0["error"] = error
                    }
                }
                #expect(code == expected)
            }
            let none = try await fixture.failure { try await fixture.run { $0["code"] = nil } }
            #expect(none == .invalidAnswer)
        }
    }

    @Test("A long destination is left out, so that the state fits into a cookie")
    func destination() async throws {
        try await ProviderFixture.run { fixture in
            let long = "/" + String(repeating: "x", count: 1024)
            let result = try await fixture.run(destination: long)
            #expect(result.destination == nil)
        }
    }
}
