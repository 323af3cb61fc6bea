import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing
import TrendyModel
import _CryptoExtras

@testable import TrendyServer

/// A provider of OpenID Connect on the loopback interface that a test controls.
final class TestProvider: Sendable {
    /// How an id token is signed.
    enum Signature: Sendable, CaseIterable {
        case rs256, es256, edDSA
        /// Not at all, with the algorithm `none`.
        case none
        /// With HS256, and the bytes of the public RSA key as the shared secret.
        case publicKeyAsSecret
        /// By another key than the published one of the same id.
        case otherKey
        /// With an id that the key set does not have.
        case unknownKey
        /// ES256, with a header that names RS256.
        case otherAlgorithm

        static let valid: [Signature] = [.rs256, .es256, .edDSA]
        static let invalid = allCases.filter { !valid.contains($0) }
    }

    /// How a path answers instead of as it should.
    enum Override: Sendable, Equatable {
        case status(Int)
        case text(String)
        case redirect
        case endless
        case silent
    }

    typealias Claims = [String: any Sendable]

    struct Control: Sendable {
        var signature = Signature.es256
        var subject = "subject-1"
        var email: String? = "ada@example.com"
        var isVerified = true
        var editClaims: @Sendable (inout Claims) -> Void = { _ in }
        var editMetadata: @Sendable (inout Claims) -> Void = { _ in }
        var overrides: [String: Override] = [:]
        /// The keys of the set; `rotate` replaces them.
        var keys = Keys()
        var userInfo: Claims = [:]
        fileprivate var codes: [String: (nonce: String, challenge: String)] = [:]
        fileprivate(set) var requests: [String: Int] = [:]
        fileprivate(set) var authorizations: [String] = []
    }

    struct Keys: Sendable {
        let rsa: _RSA.Signing.PrivateKey?
        let p256 = P256.Signing.PrivateKey()
        let ed25519 = Curve25519.Signing.PrivateKey()
        let id = "\(UInt64.random(in: 0...UInt64.max))"

        init() { rsa = try? _RSA.Signing.PrivateKey(keySize: .bits2048) }
    }

    static let clientID = "trendy"
    static let secret = "s3cret: %"
    static let redirectURL = "http://localhost:1/sign-in/provider/callback"

    let port: Int
    private let clock: TestClock
    private let state: Mutex<Control>

    private init(port: Int, clock: TestClock, state: Control) {
        self.port = port
        self.clock = clock
        self.state = Mutex(state)
    }

    var issuer: String { "http://localhost:\(port)" }

    func configuration(secret: String? = TestProvider.secret) throws -> OpenIDConfiguration {
        try OpenIDConfiguration(
            issuer: issuer,
            clientID: Self.clientID,
            clientSecret: secret,
            name: "Example",
            publicURL: "http://localhost:1"
        )
    }

    /// Changes how the provider answers.
    func control(_ edit: (inout Control) -> Void) { state.withLock { edit(&$0) } }

    var requests: [String: Int] { state.withLock { $0.requests } }
    var authorizations: [String] { state.withLock { $0.authorizations } }

    /// Runs a provider during the body.
    static func run<Value: Sendable>(
        clock: TestClock,
        _ body: @escaping @Sendable (TestProvider) async throws -> Value
    ) async throws -> Value {
        let box = Mutex<TestProvider?>(nil)
        let router = Router()
        for path in ["/.well-known/openid-configuration", "/keys", "/userinfo", "/elsewhere"] {
            router.get(RouterPath(path)) { request, _ in
                try box.withLock { $0 }.map { try $0.answer(request.uri.path, "", request) }
                    ?? Response(status: .serviceUnavailable)
            }
        }
        router.post("/token") { request, _ in
            let body = String(buffer: try await request.body.collect(upTo: 10_000))
            return try box.withLock { $0 }.map { try $0.answer("/token", body, request) }
                ?? Response(status: .serviceUnavailable)
        }
        return try await serveOnLoopback(router) { port in
            let provider = TestProvider(port: port, clock: clock, state: Control())
            box.withLock { $0 = provider }
            return try await body(provider)
        }
    }

    /// The person agrees at the provider: the parameters of its answer.
    func answer(to start: ProviderSignInStart) throws -> [String: String] {
        let items = try #require(URLComponents(string: start.location)?.queryItems)
        let query = Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
        #expect(start.location.hasPrefix("\(issuer)/authorize?"))
        #expect(query["response_type"] == "code" && query["code_challenge_method"] == "S256")
        #expect(query["client_id"] == Self.clientID && query["scope"] == "openid email")
        #expect(query["redirect_uri"] == Self.redirectURL)
        let code = "code-\(UInt64.random(in: 0...UInt64.max))"
        let nonce = try #require(query["nonce"])
        let challenge = try #require(query["code_challenge"])
        state.withLock { $0.codes[code] = (nonce, challenge) }
        return ["code": code, "state": try #require(query["state"])]
    }

    private func answer(_ path: String, _ body: String, _ request: Request) throws -> Response {
        let control = state.withLock { state in
            state.requests[path, default: 0] += 1
            state.authorizations.append(request.headers[.authorization] ?? "")
            return state
        }
        if let override = control.overrides[path] { return Self.response(override) }
        switch path {
        case "/.well-known/openid-configuration":
            var metadata: Claims = [
                "issuer": issuer, "authorization_endpoint": "\(issuer)/authorize",
                "token_endpoint": "\(issuer)/token", "jwks_uri": "\(issuer)/keys",
                "userinfo_endpoint": "\(issuer)/userinfo",
            ]
            control.editMetadata(&metadata)
            return try Self.json(metadata)
        case "/keys": return try Self.json(["keys": keySet(control.keys)])
        case "/userinfo": return try Self.json(control.userInfo)
        case "/token": return try token(body, request.headers[.authorization], control)
        default: return Response(status: .notFound)
        }
    }

    private func token(
        _ body: String,
        _ authorization: String?,
        _ control: Control
    ) throws -> Response {
        let items = URLComponents(string: "?" + body)?.queryItems ?? []
        let form = Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
        let pair = "\(Self.clientID):s3cret%3A%20%25"
        let expected = "Basic " + Data(pair.utf8).base64EncodedString()
        let isClient =
            authorization == expected
            || authorization == nil && form["client_id"] == Self.clientID
        let known = form["code"].flatMap { control.codes[$0] }
        let challenge = base64URL(
            Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8)))
        )
        guard isClient, form["grant_type"] == "authorization_code", let known,
            form["redirect_uri"] == Self.redirectURL, challenge == known.challenge
        else { return try Self.json(["error": "invalid_grant"], status: .badRequest) }
        let now = clock.now().seconds
        var claims: Claims = [
            "iss": issuer, "sub": control.subject, "aud": Self.clientID, "exp": now + 300,
            "iat": now, "nonce": known.nonce,
        ]
        if let email = control.email {
            claims["email"] = email
            claims["email_verified"] = control.isVerified
        }
        control.editClaims(&claims)
        return try Self.json([
            "access_token": "access-1", "token_type": "Bearer",
            "id_token": try signed(claims, control),
        ])
    }

    // MARK: Tokens

    private func signed(_ claims: Claims, _ control: Control) throws -> String {
        let payload = try JSONSerialization.data(withJSONObject: claims)
        let name =
            switch control.signature {
            case .rs256, .otherAlgorithm: "RS256"
            case .edDSA: "EdDSA"
            case .none: "none"
            case .publicKeyAsSecret: "HS256"
            case .es256, .otherKey, .unknownKey: "ES256"
            }
        let id = control.signature == .unknownKey ? "unknown" : "\(name)-\(control.keys.id)"
        let header = try JSONSerialization.data(
            withJSONObject: [
                "alg": name,
                "kid": control.signature == .publicKeyAsSecret ? "RS256-\(control.keys.id)" : id,
            ]
        )
        let text = "\(base64URL(header)).\(base64URL(payload))"
        let signature = try signature(of: Data(text.utf8), control)
        return "\(text).\(base64URL(signature))"
    }

    private func signature(of data: Data, _ control: Control) throws -> Data {
        let keys = control.keys
        switch control.signature {
        case .rs256:
            return try #require(keys.rsa).signature(
                for: SHA256.hash(data: data),
                padding: .insecurePKCS1v1_5
            ).rawRepresentation
        case .es256, .otherAlgorithm, .unknownKey:
            return try keys.p256.signature(for: data).rawRepresentation
        case .otherKey: return try P256.Signing.PrivateKey().signature(for: data).rawRepresentation
        case .edDSA: return try keys.ed25519.signature(for: data)
        case .none: return Data()
        case .publicKeyAsSecret:
            let secret = try #require(keys.rsa).publicKey.pemRepresentation
            return Data(
                HMAC<SHA256>.authenticationCode(
                    for: data,
                    using: SymmetricKey(data: Data(secret.utf8))
                )
            )
        }
    }

    private func keySet(_ keys: Keys) throws -> [[String: String]] {
        let rsa = try #require(keys.rsa).publicKey.getKeyPrimitives()
        let point = keys.p256.publicKey.rawRepresentation
        return [
            // A key for encryption, and one of a type that the server does not know.
            ["kty": "RSA", "use": "enc", "kid": "enc"], ["kty": "oct", "kid": "oct", "k": "AA"],
            [
                "kty": "RSA", "kid": "RS256-\(keys.id)", "n": base64URL(rsa.modulus),
                "e": base64URL(rsa.publicExponent), "use": "sig",
            ],
            [
                "kty": "EC", "crv": "P-256", "kid": "ES256-\(keys.id)", "alg": "ES256",
                "x": base64URL(point.prefix(32)), "y": base64URL(point.suffix(32)),
            ],
            [
                "kty": "OKP", "crv": "Ed25519", "kid": "EdDSA-\(keys.id)",
                "x": base64URL(keys.ed25519.publicKey.rawRepresentation),
            ],
        ]
    }

    // MARK: Answers

    private static func json(
        _ value: [String: any Sendable],
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let data = try JSONSerialization.data(withJSONObject: value)
        return Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    private static func response(_ override: Override) -> Response {
        switch override {
        case .status(let code): Response(status: .init(code: code))
        case .text(let text):
            Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        case .redirect: Response(status: .found, headers: [.location: "/elsewhere"])
        case .endless:
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: 65_536)
                    while true { try await writer.write(piece) }
                }
            )
        case .silent:
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: " "))
                    try await Task.sleep(for: .seconds(3600))
                }
            )
        }
    }
}
