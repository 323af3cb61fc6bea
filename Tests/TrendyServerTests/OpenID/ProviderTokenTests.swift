import Foundation
import Testing
import TrendyModel

@testable import TrendyServer

@Suite("Tokens and answers of a provider")
struct ProviderTokenTests {
    @Test("A new person signs in", arguments: TestProvider.Signature.valid)
    func signIn(_ signature: TestProvider.Signature) async throws {
        try await ProviderFixture.run { fixture in
            fixture.provider.control { $0.signature = signature }

            let result = try await fixture.run(destination: "/map")

            #expect(result.destination == "/map")
            let session = try await fixture.session(result.outcome)
            #expect(session.email == "ada@example.com")
            let account = try #require(try await fixture.store.account(id: session.account))
            #expect(!account.hasPassword)
            let again = try await fixture.session(try await fixture.run().outcome)
            #expect(again.account == session.account && again.id != session.id)
            // The metadata and the keys are cached.
            #expect(fixture.provider.requests["/keys"] == 1)
            #expect(fixture.provider.requests["/.well-known/openid-configuration"] == 1)
        }
    }

    @Test("A public client names itself in the form")
    func publicClient() async throws {
        try await ProviderFixture.run(secret: nil) { fixture in
            _ = try await fixture.session(try await fixture.run().outcome)
            let isAnonymous = fixture.provider.authorizations.allSatisfy(\.isEmpty)
            #expect(isAnonymous)
        }
    }

    @Test("A token with a wrong signature is refused", arguments: TestProvider.Signature.invalid)
    func signature(_ signature: TestProvider.Signature) async throws {
        try await ProviderFixture.run { fixture in
            fixture.provider.control { $0.signature = signature }
            let code = try await fixture.failure { try await fixture.run() }
            #expect(code == .invalidAnswer)
            let accounts = try await fixture.store.accounts()
            #expect(accounts.isEmpty)
        }
    }

    /// Claims that an attacker could send.
    private static let wrongClaims: [(String, @Sendable (inout TestProvider.Claims) -> Void)] = [
        ("another nonce", { $0["nonce"] = "x" }),
        ("no nonce", { $0["nonce"] = nil }),
        ("another issuer", { $0["iss"] = "https://evil.example" }),
        ("another audience", { $0["aud"] = "other" }),
        ("no audience", { $0["aud"] = nil }),
        ("an empty audience", { $0["aud"] = [String]() }),
        ("several audiences without azp", { $0["aud"] = ["trendy", "other"] }),
        ("another azp", { $0["azp"] = "other" }),
        ("expired", { $0["exp"] = 1_789_999_000 }),
        ("no expiry", { $0["exp"] = nil }),
        ("issued in the future", { $0["iat"] = 1_790_000_300 }),
        ("issued before the sign-in", { $0["iat"] = 1_789_999_000 }),
        ("the hash of another access token", { $0["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" }),
        ("no subject", { $0["sub"] = "" }),
        ("a long subject", { $0["sub"] = String(repeating: "x", count: 256) }),
        ("a number as subject", { $0["sub"] = 7 }),
    ]

    @Test("A token with wrong claims is refused", arguments: wrongClaims.indices)
    func claims(_ index: Int) async throws {
        let (name, edit) = Self.wrongClaims[index]
        try await ProviderFixture.run { fixture in
            fixture.provider.control { $0.editClaims = edit }
            let code = try await fixture.failure { try await fixture.run() }
            #expect(code == .invalidAnswer, "\(name)")
            let accounts = try await fixture.store.accounts()
            #expect(accounts.isEmpty)
        }
    }

    @Test("A token with more than the necessary claims is accepted")
    func furtherClaims() async throws {
        try await ProviderFixture.run { fixture in
            fixture.provider.control {
                $0.editClaims = {
                    $0["aud"] = ["trendy", "other"]
                    $0["azp"] = "trendy"
                    $0["at_hash"] = leftHalf(of: Data("access-1".utf8))
                    $0["email_verified"] = "true"
                    $0["exp"] = 1_790_000_300.5
                    $0["auth_time"] = 1_700_000_000
                }
            }
            _ = try await fixture.session(try await fixture.run().outcome)
        }
    }

    @Test("The keys are read again for a token with a new key, once a minute")
    func rotation() async throws {
        try await ProviderFixture.run { fixture in
            _ = try await fixture.run()
            fixture.provider.control { $0.keys = TestProvider.Keys() }

            let early = try await fixture.failure { try await fixture.run() }
            #expect(early == .invalidAnswer)
            #expect(fixture.provider.requests["/keys"] == 1)
            fixture.world.clock.advance(by: OpenIDProvider.keyInterval)
            _ = try await fixture.session(try await fixture.run().outcome)

            #expect(fixture.provider.requests["/keys"] == 2)
        }
    }

    private static let paths = ["/.well-known/openid-configuration", "/token", "/keys"]
    private static let overrides: [TestProvider.Override] = [
        .status(500), .status(404), .text("<html>"), .text("{}"), .text("[]"), .redirect, .endless,
        .text(String(repeating: "[", count: 600)),
        .text(#"{"id_token":"a.b.c","keys":1}"#), .text("{\"id_token\":\"\u{0}"),
    ]

    @Test("An unusable answer ends the sign-in", arguments: paths, overrides.indices)
    func answers(_ path: String, _ index: Int) async throws {
        let override = Self.overrides[index]
        try await ProviderFixture.run { fixture in
            fixture.provider.control { $0.overrides[path] = override }
            let code = try await fixture.failure { try await fixture.run() }
            #expect(code == .invalidAnswer || code == .unreachable, "\(override)")
            #expect(fixture.provider.requests["/elsewhere"] == nil)
            let accounts = try await fixture.store.accounts()
            #expect(accounts.isEmpty)

            // The next attempt does not suffer from the last one.
            fixture.provider.control { $0.overrides = [:] }
            _ = try await fixture.session(try await fixture.run().outcome)
        }
    }

    @Test("A provider that does not finish its answer is given up", arguments: paths)
    func silence(_ path: String) async throws {
        try await ProviderFixture.run(deadline: .milliseconds(300)) { fixture in
            fixture.provider.control { $0.overrides[path] = .silent }
            let code = try await fixture.failure { try await fixture.run() }
            #expect(code == .unreachable)
        }
    }

    @Test("A provider that is down is reported")
    func down() async throws {
        let configuration = try await ProviderFixtureConfiguration.ofStoppedProvider()
        let provider = OpenIDProvider(
            configuration: configuration,
            client: ProviderHTTPClient(clock: ContinuousClock()),
            wallClock: TestClock()
        )
        await #expect { try await provider.currentMetadata() } throws: {
            ($0 as? ProviderSignInError)?.code == .unreachable
        }
    }

    @Test("An address comes from the provider's endpoint when the token has none")
    func userInfo() async throws {
        try await ProviderFixture.run { fixture in
            fixture.provider.control {
                $0.email = nil
                $0.userInfo = [
                    "sub": "other", "email": "eve@example.com", "email_verified": true,
                ]
            }
            let otherPerson = try await fixture.failure { try await fixture.run() }
            #expect(otherPerson == .invalidAnswer)
            fixture.provider.control {
                $0.userInfo = [
                    "sub": "subject-1", "email": "Ada@Example.com", "email_verified": true,
                ]
            }
            let session = try await fixture.session(try await fixture.run().outcome)
            #expect(session.email == "ada@example.com")
            #expect(fixture.provider.authorizations.contains("Bearer access-1"))
        }
    }

    @Test(
        "Metadata with another issuer or insecure endpoints are refused",
        arguments: ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"]
    )
    func metadata(_ name: String) async throws {
        try await ProviderFixture.run { fixture in
            for value in ["http://id.example/x", "javascript:alert(1)", "", "https://a@b.example"] {
                fixture.provider.control { $0.editMetadata = { $0[name] = value } }
                let code = try await fixture.failure { try await fixture.run() }
                #expect(code == .invalidAnswer, "\(value)")
            }
        }
    }

    @Test("A registration needs https, except on the loopback interface")
    func configuration() throws {
        func make(_ issuer: String, _ url: String) throws -> OpenIDConfiguration {
            try OpenIDConfiguration(
                issuer: issuer,
                clientID: "x",
                clientSecret: nil,
                name: nil,
                publicURL: url
            )
        }
        let made = try make("https://id.example/realm", "https://trendy.example/")
        #expect(made.name == "id.example")
        #expect(made.redirectURL == "https://trendy.example/sign-in/provider/callback")
        #expect(made.metadataURL == "https://id.example/realm/.well-known/openid-configuration")
        _ = try make("http://127.0.0.1:8000", "http://localhost:8080")
        for (issuer, url) in [
            ("http://id.example", "https://trendy.example"), ("id.example", "https://a.example"),
            ("https://id.example?x", "https://a.example"),
            ("https://id.example", "http://trendy.example"),
            ("https://id.example", "https://trendy.example/path"),
            ("https://user@id.example", "https://a.example"), ("", ""),
        ] {
            #expect(throws: ServerError.self) { try make(issuer, url) }
        }
    }
}
