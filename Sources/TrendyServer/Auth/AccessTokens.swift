import Crypto
import Foundation
import JWTKit
import Synchronization
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
/// token has expired. The header `kid` names the key. With a database of several servers, another
/// server can sign with a newer key: a token of an unknown key makes this one read the keys again.
final class AccessTokens: Sendable {
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

    /// The keys of one moment, with the tokens that they verified.
    private struct Keys: Sendable {
        let secrets: ServerSecrets
        let collection: JWTKeyCollection
        let signing: Key
        let previous: Key?
        let verified: VerifiedTokens
    }

    /// The minimum time between two readings of the keys for tokens of unknown keys.
    private static let reloadInterval = Duration.seconds(1)

    private let keys: Mutex<Keys>
    private let load: (@Sendable () async throws -> ServerSecrets)?
    private let lastLoad = Mutex<Instant?>(nil)

    /// Prepares keys.
    ///
    /// - Parameters:
    ///   - secrets: the keys of the start.
    ///   - load: reads the keys again; `nil` when no other process can replace them.
    /// - Throws: when a key is invalid.
    init(
        _ secrets: ServerSecrets,
        load: (@Sendable () async throws -> ServerSecrets)? = nil
    ) async throws {
        keys = Mutex(try await Self.keys(of: secrets))
        self.load = load
    }

    convenience init(
        signingKey: Data,
        previousKey: ServerSecrets.PreviousKey? = nil
    ) async throws {
        try await self.init(
            ServerSecrets(signingKey: signingKey, previousKey: previousKey, tokenKey: Data())
        )
    }

    /// The current keys.
    var secrets: ServerSecrets { keys.withLock { $0.secrets } }

    /// Reads the keys again, if another process can replace them.
    ///
    /// - Throws: errors of the database; the current keys stay.
    func reload() async throws {
        guard let load else { return }
        let secrets = try await load()
        guard secrets != self.secrets else { return }
        let fresh = try await Self.keys(of: secrets)
        keys.withLock { $0 = fresh }
    }

    private static func keys(of secrets: ServerSecrets) async throws -> Keys {
        let key = try P256.Signing.PrivateKey(rawRepresentation: secrets.signingKey)
        let signing = Key(key.publicKey)
        let previous = try secrets.previousKey.map { previous in
            Key(
                try P256.Signing.PublicKey(rawRepresentation: previous.publicKey),
                validUntil: previous.validUntil.seconds
            )
        }
        let collection = JWTKeyCollection()
        await collection.add(ecdsa: try ES256PrivateKey(backing: key), kid: signing.id)
        if let previous {
            await collection.add(
                ecdsa: try ES256PublicKey(backing: previous.publicKey),
                kid: previous.id
            )
        }
        return Keys(
            secrets: secrets,
            collection: collection,
            signing: signing,
            previous: previous,
            verified: VerifiedTokens()
        )
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
        let keys = keys.withLock { $0 }
        let token = try await keys.collection.sign(claims, kid: keys.signing.id)
        keys.verified.insert(token, claims)
        return (token, expiresAt)
    }

    /// Verifies a token and returns its claims; throws a problem for a foreign or expired token.
    func read(
        _ token: String,
        now: Instant
    ) async throws(Problem) -> (account: EntityID, session: EntityID) {
        let claims = try await claims(of: token, now: now)
        guard let account = EntityID(claims.sub), let session = EntityID(claims.sessionID),
            now.seconds < claims.exp
        else { throw Self.refusal }
        return (account, session)
    }

    private func claims(of token: String, now: Instant) async throws(Problem) -> AccessClaims {
        var keys = keys.withLock { $0 }
        if let claims = keys.verified.claims(of: token) { return claims }
        guard let form = CompactJWT(token) else { throw Self.refusal }
        var key = Self.key(form.keyID, keys)
        if key == nil {
            await reloadForUnknownKey(now: now)
            keys = self.keys.withLock { $0 }
            key = Self.key(form.keyID, keys)
        }
        guard let key else { throw Self.refusal }
        do {
            var claims: AccessClaims = try await keys.collection.verify(token)
            // A copy of the previous key is worthless once its own tokens have expired.
            claims.exp = min(claims.exp, key.validUntil ?? claims.exp)
            keys.verified.insert(token, claims)
            return claims
        } catch {
            throw Self.refusal
        }
    }

    private static func key(_ id: String?, _ keys: Keys) -> Key? {
        [keys.signing, keys.previous].compactMap(\.self).first { $0.id.string == id }
    }

    /// Reads the keys again unless that happened just now: forged tokens must not make the database
    /// slow.
    private func reloadForUnknownKey(now: Instant) async {
        guard load != nil else { return }
        let isDue = lastLoad.withLock { last in
            if let last, now >= last, now - last < Self.reloadInterval { return false }
            last = now
            return true
        }
        // After a failure the token is refused, and the device refreshes it.
        if isDue { try? await reload() }
    }

    /// The valid public keys as a JSON Web Key Set (RFC 7517), the signing key first.
    func keySet(now: Instant) -> [UInt8] {
        let keys = keys.withLock { $0 }
        var writer = JSONWriter()
        writer.raw("{\"keys\":[")
        write(keys.signing, to: &writer)
        if let previous = keys.previous, let until = previous.validUntil, now.seconds < until {
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
