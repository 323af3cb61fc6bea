import Crypto
package import Foundation
import TrendyModel

/// What the server signs with.
///
/// Made at the first start and kept in the database, so that whoever
/// has the database's file can sign in as anybody: keep it as safe as the data in it.
package struct ServerSecrets: Sendable {
    /// The raw private key of P-256 that signs access tokens.
    package let signingKey: Data
    /// The key that refresh tokens' successors are derived with.
    package let tokenKey: Data

    /// Bundles the two.
    package init(signingKey: Data, tokenKey: Data) {
        self.signingKey = signingKey
        self.tokenKey = tokenKey
    }

    /// A new signing key.
    ///
    /// Nearly every number of 256 bits is one.
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
func randomHex(_ random: any RandomSource) -> String {
    let digits = String(random.next(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
