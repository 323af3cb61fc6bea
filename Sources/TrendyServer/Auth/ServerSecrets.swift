import Crypto
package import Foundation
package import TrendyModel

/// The server's signing keys.
///
/// They are created at the first start and stored in the database. A person who can read the
/// database file can sign in to every account: protect the file like the data in it.
package struct ServerSecrets: Sendable, Equatable {
    /// The public half of the signing key before a rotation.
    package struct PreviousKey: Sendable, Equatable {
        /// The raw P-256 public key.
        package let publicKey: Data
        /// The end of its validity: when the last token that it signed has expired.
        package let validUntil: Instant

        /// Creates a key.
        package init(publicKey: Data, validUntil: Instant) {
            self.publicKey = publicKey
            self.validUntil = validUntil
        }
    }

    /// The raw P-256 private key that signs access tokens.
    package let signingKey: Data
    /// The key that signed access tokens before a rotation that kept the sessions; `nil` without
    /// one.
    package let previousKey: PreviousKey?
    /// The key that derives the successors of refresh tokens.
    package let tokenKey: Data

    /// Creates the keys.
    package init(signingKey: Data, previousKey: PreviousKey? = nil, tokenKey: Data) {
        self.signingKey = signingKey
        self.previousKey = previousKey
        self.tokenKey = tokenKey
    }

    /// Creates new keys.
    ///
    /// - Parameter random: must be unpredictable.
    package init(random: any RandomSource) {
        self.init(signingKey: Self.newSigningKey(random), tokenKey: randomBytes(32, random))
    }

    /// The keys after a rotation that keeps the sessions: a new signing key, and of the old one the
    /// public half, which verifies tokens until their expiry.
    ///
    /// - Parameters:
    ///   - random: must be unpredictable.
    ///   - now: the time of the rotation.
    ///   - delay: the time for which servers may still sign with the old key.
    /// - Returns: the new keys.
    /// - Throws: when the old key is invalid.
    package func rotated(
        random: any RandomSource,
        now: Instant,
        delay: Duration = .zero
    ) throws -> ServerSecrets {
        let old = try P256.Signing.PrivateKey(rawRepresentation: signingKey).publicKey
        return ServerSecrets(
            signingKey: Self.newSigningKey(random),
            previousKey: PreviousKey(
                publicKey: old.rawRepresentation,
                validUntil: now + delay + .seconds(SessionLifetime.accessTokenSeconds)
            ),
            tokenKey: tokenKey
        )
    }

    /// Creates a signing key.
    ///
    /// Nearly every 256-bit number is a valid P-256 key.
    static func newSigningKey(_ random: any RandomSource) -> Data {
        while true {
            let candidate = randomBytes(32, random)
            if (try? P256.Signing.PrivateKey(rawRepresentation: candidate)) != nil {
                return candidate
            }
        }
    }
}

/// Random bytes.
func randomBytes(_ count: Int, _ random: any RandomSource) -> Data {
    var bytes = Data(capacity: count + 8)
    while bytes.count < count {
        withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
    }
    return bytes.prefix(count)
}

/// 16 random hexadecimal digits.
package func randomHex(_ random: any RandomSource) -> String {
    let digits = String(random.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
