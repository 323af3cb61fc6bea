import Crypto
import Foundation
package import TrendyModel

/// An invite: a code that lets its holder create an account on a server with sign-up by invite.
///
/// Only the code's hash is stored.
package struct Invite: Sendable {
    /// How long an invite is valid when nothing else is asked for: 7 days.
    package static let standardLifetime = Duration.seconds(7 * 86_400)

    /// The code: 20 characters of base 32 without those that look alike, 100 random bits.
    package let code: String

    /// A new invite.
    package init(random: any RandomSource) {
        let bits = randomBytes(20, random)
        code = String(bits.map { Self.alphabet[Int($0 & 31)] })
    }

    /// The hash of a code; upper case, hyphens and spaces do not count.
    package static func hash(of code: String) -> [UInt8] {
        let plain = code.lowercased().filter { $0 != "-" && !$0.isWhitespace }
        return Array(SHA256.hash(data: Data("invite ".utf8) + Data(plain.utf8)))
    }

    /// Crockford's alphabet (https://www.crockford.com/base32.html), lowercase.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
}
