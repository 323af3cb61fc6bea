import Foundation
import TrendyModel

/// A provider of OpenID Connect: its metadata and keys, which are cached, and its tokens.
actor OpenIDProvider {
    /// How long the metadata and the keys are used before they are read again.
    static let cacheTime = Duration.seconds(3600)
    /// The minimum time between two reads of the keys because of tokens with unknown keys.
    static let keyInterval = Duration.seconds(60)

    /// The tokens of a person.
    struct Tokens: Decodable, Sendable {
        let idToken: String
        let accessToken: String?

        enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case accessToken = "access_token"
        }
    }

    private struct Cached<Value: Sendable> {
        let value: Value
        let readAt: Instant
    }

    nonisolated let configuration: OpenIDConfiguration
    private let client: ProviderHTTPClient
    private let wallClock: any WallClock
    private var metadata: Cached<ProviderMetadata>?
    private var keys: Cached<ProviderKeys>?

    init(
        configuration: OpenIDConfiguration,
        client: ProviderHTTPClient,
        wallClock: any WallClock
    ) {
        self.configuration = configuration
        self.client = client
        self.wallClock = wallClock
    }

    /// The provider's metadata.
    func currentMetadata() async throws(ProviderSignInError) -> ProviderMetadata {
        if let metadata, isRecent(metadata.readAt, Self.cacheTime) { return metadata.value }
        let answer = try await client.get(configuration.metadataURL)
        guard answer.status == 200 else {
            throw ProviderSignInError(.unreachable, "metadata status \(answer.status)")
        }
        let value = try ProviderMetadata(answer.body, of: configuration)
        metadata = Cached(value: value, readAt: wallClock.now())
        return value
    }

    /// Exchanges a code for tokens.
    ///
    /// Source: [RFC 6749, section 4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3) and
    /// [RFC 7636, section 4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5).
    func tokens(code: String, verifier: String) async throws(ProviderSignInError) -> Tokens {
        let metadata = try await currentMetadata()
        var form = [
            ("grant_type", "authorization_code"), ("code", code),
            ("redirect_uri", configuration.redirectURL), ("code_verifier", verifier),
        ]
        var authorization: String?
        if let secret = configuration.clientSecret {
            let pair = [configuration.clientID, secret].map { FormEncoding.encode($0) }
                .joined(separator: ":")
            authorization = "Basic " + Data(pair.utf8).base64EncodedString()
        } else {
            form.append(("client_id", configuration.clientID))
        }
        let answer = try await client.post(
            metadata.tokenEndpoint,
            form: form,
            authorization: authorization
        )
        guard answer.status == 200 else {
            throw ProviderSignInError(
                answer.status >= 500 ? .unreachable : .invalidAnswer,
                "token status \(answer.status)"
            )
        }
        do {
            return try UntrustedJSON.decode(Tokens.self, from: answer.body)
        } catch {
            throw .invalid("tokens not decodable")
        }
    }

    /// The claims of a valid id token.
    func verified(
        _ token: String,
        _ expected: IDToken.Expectation
    ) async throws(ProviderSignInError) -> IDToken {
        guard let form = CompactJWT(token, maximumBytes: IDToken.maximumBytes),
            !form.hasCriticalExtensions
        else {
            throw .invalid("id token form")
        }
        guard let algorithm = form.algorithm.flatMap(ProviderKeys.Algorithm.init) else {
            throw .invalid("alg")
        }
        var keys = try await currentKeys(isUnknown: false)
        if !keys.contains(keyID: form.keyID, algorithm) {
            keys = try await currentKeys(isUnknown: true)
        }
        let claims: IDToken? = await keys.verified(token, keyID: form.keyID, algorithm)
        guard let claims else { throw .invalid("signature") }
        try claims.check(expected, algorithm)
        return claims
    }

    /// The person's address and whether it is verified, from the token or else from the provider.
    func address(
        of claims: IDToken,
        accessToken: String?
    ) async throws(ProviderSignInError) -> (email: String?, isVerified: Bool) {
        if let email = claims.email { return (email, claims.isEmailVerified?.isSet ?? false) }
        guard let url = try await currentMetadata().userInfoEndpoint, let accessToken else {
            return (nil, false)
        }
        let answer = try await client.get(url, bearer: accessToken)
        guard answer.status == 200 else {
            throw ProviderSignInError(.unreachable, "userinfo status \(answer.status)")
        }
        let details: ProviderUserInfo
        do {
            details = try UntrustedJSON.decode(ProviderUserInfo.self, from: answer.body)
        } catch {
            throw .invalid("userinfo not decodable")
        }
        guard details.sub == claims.sub else { throw .invalid("userinfo of another person") }
        return (details.email, details.isEmailVerified?.isSet ?? false)
    }

    private func currentKeys(isUnknown: Bool) async throws(ProviderSignInError) -> ProviderKeys {
        let time = isUnknown ? Self.keyInterval : Self.cacheTime
        if let keys, isRecent(keys.readAt, time) { return keys.value }
        let answer = try await client.get(try await currentMetadata().keysURL)
        guard answer.status == 200 else {
            throw ProviderSignInError(.unreachable, "keys status \(answer.status)")
        }
        let value = try ProviderKeys(answer.body)
        keys = Cached(value: value, readAt: wallClock.now())
        return value
    }

    private func isRecent(_ readAt: Instant, _ time: Duration) -> Bool {
        let now = wallClock.now()
        return readAt <= now && now < readAt + time
    }
}
