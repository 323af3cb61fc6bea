import Foundation
import TrendyModel

/// Checks the form of a signed JSON Web Token (RFC 7519) before a library decodes its parts.
///
/// The header and the claims come from the network and are decoded before the signature is
/// verified, so both pass ``UntrustedJSON`` first.
struct CompactJWT {
    /// The maximum size of a token in bytes; the server's own tokens have about 450.
    static let maximumBytes = 4096

    /// The id of the signing key (RFC 7515, section 4.1.4); `nil` without one.
    let keyID: String?
    /// The name of the algorithm (RFC 7515, section 4.1.1); `nil` without one.
    let algorithm: String?

    /// Whether the token has extensions that a reader must know (RFC 7515, section 4.1.11).
    let hasCriticalExtensions: Bool

    /// Returns `nil` unless the text is three parts of base64url, of which the first two are JSON.
    init?(_ token: String, maximumBytes: Int = CompactJWT.maximumBytes) {
        guard token.utf8.count <= maximumBytes else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, base64URLDecoded(parts[2]) != nil else { return nil }
        guard let header = base64URLDecoded(parts[0]), Self.isJSON(header, maximumBytes),
            let claims = base64URLDecoded(parts[1]), Self.isJSON(claims, maximumBytes)
        else { return nil }
        let fields = RawJSON(unchecked: Array(header)).fields
        keyID = fields?.first { $0.key == "kid" }?.value.string
        hasCriticalExtensions = fields?.contains { $0.key == "crit" } ?? false
        algorithm = fields?.first { $0.key == "alg" }?.value.string
    }

    private static func isJSON(_ data: Data, _ maximumBytes: Int) -> Bool {
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
