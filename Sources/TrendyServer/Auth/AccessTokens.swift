import Crypto
import Foundation
import JWTKit
import TrendyModel
import TrendyWire

/// The claims of an access token.
struct AccessClaims: JWTPayload {
    /// The account's id.
    var sub: String
    /// The expiry in Unix seconds.
    var exp: Int64
    /// The issue time in Unix seconds.
    var iat: Int64
    /// The audience, with GoTrue's value.
    var aud = "authenticated"
    /// The role, with GoTrue's value for a signed-in person.
    var role = "authenticated"
    /// The session of the token.
    var sessionID: String

    enum CodingKeys: String, CodingKey {
        case sub, exp, iat, aud, role
        case sessionID = "session_id"
    }

    /// JWTKit checks the signature; ``AccessTokens`` checks the expiry, because it has the clock.
    func verify(using algorithm: some JWTAlgorithm) {}
}

/// Issues and verifies access tokens: JWT signed with ES256.
struct AccessTokens: Sendable {
    /// The only answer to a request without a valid token of a live session.
    ///
    /// A reason would help only forgers.
    static let refusal = Problem(
        .unauthorized,
        detail: "A valid access token is needed. Refresh it, or sign in."
    )

    private let keys = JWTKeyCollection()
    private let keyID: JWKIdentifier
    private let publicKey: P256.Signing.PublicKey
    private let verified = VerifiedTokens()

    init(signingKey: Data) async throws {
        let key = try P256.Signing.PrivateKey(rawRepresentation: signingKey)
        publicKey = key.publicKey
        let hash = SHA256.hash(data: publicKey.rawRepresentation)
        keyID = JWKIdentifier(string: hash.prefix(8).hexadecimal)
        await keys.add(ecdsa: try ES256PrivateKey(backing: key), kid: keyID)
    }

    /// Issues a token and returns its expiry in Unix seconds.
    func make(
        account: EntityID,
        session: EntityID,
        now: Instant
    ) async throws -> (token: String, expiresAt: Int64) {
        let expiresAt = now.seconds + Int64(SessionLifetime.accessTokenSeconds)
        let claims = AccessClaims(
            sub: account.description,
            exp: expiresAt,
            iat: now.seconds,
            sessionID: session.description
        )
        let token = try await keys.sign(claims, kid: keyID)
        verified.insert(token, claims)
        return (token, expiresAt)
    }

    /// Verifies a token and returns its claims; throws a problem for a foreign or expired token.
    func read(
        _ token: String,
        now: Instant
    ) async throws(Problem) -> (account: EntityID, session: EntityID) {
        let claims = try await claims(of: token)
        guard let account = EntityID(claims.sub), let session = EntityID(claims.sessionID),
            now.seconds < claims.exp
        else { throw Self.refusal }
        return (account, session)
    }

    private func claims(of token: String) async throws(Problem) -> AccessClaims {
        if let claims = verified.claims(of: token) { return claims }
        guard CompactJWT(token) != nil else { throw Self.refusal }
        do {
            let claims: AccessClaims = try await keys.verify(token)
            verified.insert(token, claims)
            return claims
        } catch {
            throw Self.refusal
        }
    }

    /// The public key as a JSON Web Key Set (RFC 7517).
    var keySet: [UInt8] {
        let point = publicKey.rawRepresentation
        var writer = JSONWriter()
        writer.raw("{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"alg\":\"ES256\",\"use\":\"sig\"")
        for (name, value) in [
            ("kid", keyID.string), ("x", base64URL(point.prefix(32))),
            ("y", base64URL(point.suffix(32))),
        ] {
            writer.raw(",")
            writer.key(name)
            writer.string(value)
        }
        writer.raw("}]}")
        return writer.bytes
    }
}
