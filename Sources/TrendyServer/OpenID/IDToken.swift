import Crypto
import Foundation
import JWTKit
import TrendyModel

/// The claims of an id token.
///
/// Source: [OpenID Connect Core 1.0, section 2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken).
struct IDToken: JWTPayload {
    /// The audience: one client, or several.
    enum Audience: Decodable, Sendable {
        case one(String)
        case several([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                self = .one(one)
            } else {
                self = .several(try container.decode([String].self))
            }
        }

        var clients: [String] {
            switch self {
            case .one(let client): [client]
            case .several(let clients): clients
            }
        }
    }

    /// What an id token has to agree with.
    struct Expectation: Sendable {
        let issuer: String
        let clientID: String
        let nonce: String
        let accessToken: String?
        /// The time at which the sign-in began.
        let begunAt: Instant
        /// Whether the person had to sign in at the provider again.
        let isFresh: Bool
        let now: Instant
    }

    /// The maximum size of a token in bytes.
    static let maximumBytes = 16 * 1024
    /// The maximum difference between the clocks of the provider and this server.
    static let clockTolerance = Duration.seconds(60)

    let iss: String
    let sub: String
    let aud: Audience
    let azp: String?
    let exp: Double
    let iat: Double
    let nonce: String?
    let accessTokenHash: String?
    let authenticatedAt: Double?
    let email: String?
    let isEmailVerified: ProviderFlag?

    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nonce, email
        case accessTokenHash = "at_hash"
        case authenticatedAt = "auth_time"
        case isEmailVerified = "email_verified"
    }

    /// JWTKit checks the signature; ``check(_:_:)`` checks the claims.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// The server issues no id tokens.
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            EncodingError.Context(codingPath: [], debugDescription: "An id token is read only")
        )
    }

    /// Checks the claims of a token with a valid signature.
    ///
    /// Source: [OpenID Connect Core 1.0, section 3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation).
    func check(
        _ expected: Expectation,
        _ algorithm: ProviderKeys.Algorithm
    ) throws(ProviderSignInError) {
        guard iss == expected.issuer else { throw .invalid("iss") }
        guard aud.clients.contains(expected.clientID) else { throw .invalid("aud") }
        guard azp == expected.clientID || azp == nil && aud.clients.count == 1 else {
            throw .invalid("azp")
        }
        let tolerance = Double(Self.clockTolerance.components.seconds)
        let now = Double(expected.now.seconds)
        guard now < exp + tolerance else { throw .invalid("exp") }
        let begunAt = Double(expected.begunAt.seconds) - tolerance
        guard iat <= now + tolerance, iat >= begunAt else { throw .invalid("iat") }
        guard let nonce,
            isEqualInConstantTime(Data(nonce.utf8), Data(expected.nonce.utf8))
        else { throw .invalid("nonce") }
        if expected.isFresh, let authenticatedAt, authenticatedAt < begunAt {
            throw .invalid("auth_time")
        }
        if let accessTokenHash {
            guard let accessToken = expected.accessToken,
                accessTokenHash == Self.half(of: accessToken, algorithm)
            else { throw .invalid("at_hash") }
        }
        guard !sub.isEmpty, sub.utf8.count <= ProviderIdentity.maximumSubjectBytes else {
            throw .invalid("sub")
        }
    }

    /// The left half of the hash of an access token (section 3.1.3.6).
    private static func half(
        of accessToken: String,
        _ algorithm: ProviderKeys.Algorithm
    ) -> String {
        let data = Data(accessToken.utf8)
        return switch algorithm {
        case .rs256, .es256: base64URL(Data(SHA256.hash(data: data).prefix(16)))
        case .edDSA: base64URL(Data(SHA512.hash(data: data).prefix(32)))
        }
    }
}

/// A flag of a provider: `true` or, from some providers, `"true"`.
struct ProviderFlag: Decodable, Sendable {
    let isSet: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            isSet = flag
        } else {
            isSet = try container.decode(String.self) == "true"
        }
    }
}

/// The person's address from the provider's endpoint for it.
struct ProviderUserInfo: Decodable, Sendable {
    let sub: String
    let email: String?
    let isEmailVerified: ProviderFlag?

    enum CodingKeys: String, CodingKey {
        case sub, email
        case isEmailVerified = "email_verified"
    }
}
