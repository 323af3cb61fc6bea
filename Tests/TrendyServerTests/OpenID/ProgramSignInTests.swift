import Crypto
import Foundation
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("Programs that sign in through the browser")
struct ProgramSignInTests {
    private static let verifier = String(repeating: "v", count: 43)
    private static let challenge = base64URL(Data(SHA256.hash(data: Data(verifier.utf8))))

    private func exchange(
        _ code: String,
        verifier: String = ProgramSignInTests.verifier,
        _ fixture: ProviderFixture,
        from address: ClientAddress = .unknown
    ) async throws -> Session {
        try await ProgramSignIn(auth: fixture.auth).exchange(
            CodeExchange(code: code, verifier: verifier),
            from: RequestOrigin(userAgent: "trendy", address: address)
        )
    }

    private func refused(_ body: () async throws -> Session) async throws -> Bool {
        do {
            _ = try await body()
            return false
        } catch let problem as Problem {
            return problem.code == .unauthorized
        }
    }

    @Test("A code becomes a session once, with the verifier of its challenge")
    func once() async throws {
        try await ProviderFixture.run { fixture in
            let session = try await fixture.account()
            let programs = ProgramSignIn(auth: fixture.auth)
            func makeCode() async throws -> String {
                try await programs.makeCode(for: session, challenge: Self.challenge)
            }

            let code = try await makeCode()
            let made = try await exchange(code, fixture)
            #expect(made.user.email == "ada@example.com")
            let program = try await fixture.store.sessions(account: session.account).first
            #expect(program?.client == "trendy")
            #expect(try await refused { try await exchange(code, fixture) })
            #expect(try await refused { try await exchange("unknown", fixture) })

            // A wrong verifier uses the code up.
            let other = try await makeCode()
            let wrong = String(repeating: "w", count: 43)
            #expect(try await refused { try await exchange(other, verifier: wrong, fixture) })
            #expect(try await refused { try await exchange(other, fixture) })

            let late = try await makeCode()
            fixture.world.clock.advance(by: ProgramSignIn.codeTime)
            #expect(try await refused { try await exchange(late, fixture) })

            let ended = try await makeCode()
            try await fixture.store.endSession(account: session.account, id: session.id)
            #expect(try await refused { try await exchange(ended, fixture) })
        }
    }

    @Test("A challenge is a SHA-256 hash as base64url")
    func challenges() {
        #expect(ProgramSignIn.isChallenge(Self.challenge))
        for text in ["", "x", Self.challenge + "A", String(repeating: "=", count: 43)] {
            #expect(!ProgramSignIn.isChallenge(text))
        }
    }

    @Test("Guesses of one address are limited")
    func limits() async throws {
        try await ProviderFixture.run { fixture in
            let address = ClientAddress(try #require(IPAddress("192.0.2.7")))
            var code: ProblemCode?
            for number in 0..<SignInLimits().freeAttemptsPerAddress + 5 where code != .rateLimit {
                do {
                    _ = try await exchange(
                        "\(number)",
                        fixture,
                        from: address
                    )
                } catch let problem as Problem {
                    code = problem.code
                }
            }
            #expect(code == .rateLimit)
        }
    }
}
