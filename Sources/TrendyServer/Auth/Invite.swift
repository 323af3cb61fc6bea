import Crypto
import Foundation
package import TrendyModel

/// An invite code, which allows one or more sign-ups on a server with the invite policy.
///
/// The server stores only the hash of the code.
package struct Invite: Sendable {
    /// The default lifetime of an invite: 7 days.
    package static let standardLifetime = Duration.seconds(7 * 86_400)

    /// The code: 20 characters of base 32 without look-alikes, 100 random bits.
    package let code: String

    /// Creates a random code.
    package init(random: any RandomSource) {
        let bits = randomBytes(20, random)
        code = String(bits.map { Self.alphabet[Int($0 & 31)] })
    }

    /// The hash of a code, independent of case, hyphens and spaces.
    package static func hash(of code: String) -> [UInt8] {
        let plain = code.lowercased().filter { $0 != "-" && !$0.isWhitespace }
        return Array(SHA256.hash(data: Data("invite ".utf8) + Data(plain.utf8)))
    }

    /// Crockford's alphabet (https://www.crockford.com/base32.html), lowercase.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
}
