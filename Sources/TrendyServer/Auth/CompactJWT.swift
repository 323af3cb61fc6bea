import Foundation
import TrendyModel

/// The form of a signed JSON Web Token (RFC 7519), checked before a library decodes its parts.
///
/// A JWT's header and claims come from the network and are decoded before the signature is known
/// to be right, so both pass ``UntrustedJSON`` first.
struct CompactJWT {
    /// The longest token that is read, in bytes; the server's own have some 450.
    static let maximumBytes = 4096

    /// `nil` unless the text is three parts of base 64 for URLs, of which the first two are JSON.
    init?(_ token: String) {
        guard token.utf8.count <= Self.maximumBytes else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, base64URLDecoded(parts[2]) != nil else { return nil }
        for part in parts.prefix(2) {
            guard let bytes = base64URLDecoded(part), Self.isJSON(bytes) else { return nil }
        }
    }

    private static func isJSON(_ data: Data) -> Bool {
        data.withUnsafeBytes { buffer in
            do throws(JSONError) {
                try UntrustedJSON.validate(buffer, maximumBytes: maximumBytes)
                return true
            } catch {
                return false
            }
        }
    }
}
