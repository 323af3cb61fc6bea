import Crypto
import Foundation
import TrendyModel

/// A refresh token: the account's id and 256 secret bits, as 48 bytes in base64url.
///
/// The server stores only its hash. The successor is derived from the token with the server's key:
/// a repeated token leads to the same successor, and the database contains nothing that signs in.
struct RefreshToken: Sendable {
    /// The account.
    let account: EntityID
    private let secret: Data

    /// Creates the first token of a family.
    init(account: EntityID, random: any RandomSource) {
        self.account = account
        secret = randomBytes(32, random)
    }

    private init(account: EntityID, secret: Data) {
        self.account = account
        self.secret = secret
    }

    /// Parses the text form; `nil` for any other text.
    init?(_ text: String) {
        guard text.utf8.count == 64,
            let bytes = Data(
                base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/")
            ),
            let account = EntityID(bytes: bytes.prefix(16))
        else { return nil }
        self.init(account: account, secret: bytes.suffix(32))
    }

    /// The text form.
    var text: String { base64URL(Data(account.bytes) + secret) }

    /// The hash that the server stores.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(account.bytes) + secret)) }

    /// Derives the next token of the family.
    func successor(key: Data) -> RefreshToken {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("refresh".utf8) + Data(account.bytes) + secret,
            using: SymmetricKey(data: key)
        )
        return RefreshToken(account: account, secret: Data(code))
    }
}
