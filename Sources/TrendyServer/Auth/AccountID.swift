import Crypto
import Foundation
import TrendyModel

extension EntityID {
    /// The id of the account that an address makes: a UUIDv8 (RFC 9562, section 5.8) over the
    /// address, by a key of the server.
    ///
    /// An account that a backup lacks is made again once that is put back, and has to be the one
    /// that its devices belong to. Without the key, an id tells nothing of its address.
    ///
    /// - `email`: the normalised address.
    /// - `key`: what only this server has, and has in each of its backups.
    static func account(email: String, key: Data) -> EntityID {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("account".utf8) + Data(email.utf8),
            using: SymmetricKey(data: key)
        )
        var bytes = Array(Data(code).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        guard let id = EntityID(bytes: bytes) else {
            preconditionFailure("A SHA-256 code has at least 16 bytes")
        }
        return id
    }
}
