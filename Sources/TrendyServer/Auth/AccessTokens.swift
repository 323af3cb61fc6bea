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
///
/// After a rotation of the keys the new key signs, and the previous one verifies until its last
/// token has expired. The header `kid` names the key.
struct AccessTokens: Sendable {
    /// The only answer to a request without a valid token of a live session.
    ///
    /// A reason would help only forgers.
    static let refusal = Problem(
        .unauthorized,
        detail: "A valid access token is needed. Refresh it, or sign in."
    )

    /// A key that verifies tokens.
    private struct Key {
        let id: JWKIdentifier
        let publicKey: P256.Signing.PublicKey
        /// The end of its validity in Unix seconds; `nil` for the signing key.
        var validUntil: Int64?

        init(_ publicKey: P256.Signing.PublicKey, validUntil: Int64? = nil) {
            self.publicKey = publicKey
            self.validUntil = validUntil
            let hash = SHA256.hash(data: publicKey.rawRepresentation)
            id = JWKIdentifier(string: hash.prefix(8).hexadecimal)
        }
    }

    private let keys = JWTKeyCollection()
    private let signing: Key
    private let previous: Key?
    private let verified = VerifiedTokens()

    init(signingKey: Data, previousKey: ServerSecrets.PreviousKey? = nil) async throws {
        let key = try P256.Signing.PrivateKey(rawRepresentation: signingKey)
        signing = Key(key.publicKey)
        previous = try previousKey.map { previous in
            Key(
                try P256.Signing.PublicKey(rawRepresentation: previous.publicKey),
                validUntil: previous.validUntil.seconds
            )
        }
        await keys.add(ecdsa: try ES256PrivateKey(backing: key), kid: signing.id)
        if let previous {
            await keys.add(ecdsa: try ES256PublicKey(backing: previous.publicKey), kid: previous.id)
        }
    }

    init(_ secrets: ServerSecrets) async throws {
        try await self.init(signingKey: secrets.signingKey, previousKey: secrets.previousKey)
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
        let token = try await keys.sign(claims, kid: signing.id)
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
        guard let form = CompactJWT(token),
            let key = [signing, previous].compactMap(\.self).first(where: {
                $0.id.string == form.keyID
            })
        else { throw Self.refusal }
        do {
            var claims: AccessClaims = try await keys.verify(token)
            // A copy of the previous key is worthless once its own tokens have expired.
            claims.exp = min(claims.exp, key.validUntil ?? claims.exp)
            verified.insert(token, claims)
            return claims
        } catch {
            throw Self.refusal
        }
    }

    /// The valid public keys as a JSON Web Key Set (RFC 7517), the signing key first.
    func keySet(now: Instant) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"keys\":[")
        write(signing, to: &writer)
        if let previous, let validUntil = previous.validUntil, now.seconds < validUntil {
            writer.raw(",")
            write(previous, to: &writer)
        }
        writer.raw("]}")
        return writer.bytes
    }

    private func write(_ key: Key, to writer: inout JSONWriter) {
        let point = key.publicKey.rawRepresentation
        writer.raw("{\"kty\":\"EC\",\"crv\":\"P-256\",\"alg\":\"ES256\",\"use\":\"sig\"")
        for (name, value) in [
            ("kid", key.id.string), ("x", base64URL(point.prefix(32))),
            ("y", base64URL(point.suffix(32))),
        ] {
            writer.raw(",")
            writer.key(name)
            writer.string(value)
        }
        writer.raw("}")
    }
}
