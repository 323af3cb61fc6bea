import Crypto
import Foundation
import TrendyModel

/// Encrypts values that a browser keeps in a cookie for the server.
///
/// All servers of a database have the same key, so that any of them reads the value again, and no
/// row is written for people who are not signed in.
struct SealedValues: Sendable {
    /// The maximum size of a sealed value as text, which fits into a cookie.
    static let maximumBytes = 3800

    private let key: SymmetricKey

    init(tokenKey: Data) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: tokenKey),
            info: Data("provider sign-in".utf8),
            outputByteCount: 32
        )
    }

    /// Encrypts a value of a purpose; `nil` when it is too long for a cookie.
    func seal(_ value: some Encodable, _ purpose: String) throws -> String? {
        let box = try AES.GCM.seal(
            try JSONEncoder().encode(value),
            using: key,
            authenticating: Data(purpose.utf8)
        )
        let text = box.combined.map { base64URL($0) }
        return text.flatMap { $0.utf8.count <= Self.maximumBytes ? $0 : nil }
    }

    /// Decrypts a value; `nil` for any other text, and for a value of another purpose.
    func open<Value: Decodable>(_ type: Value.Type, _ text: String, _ purpose: String) -> Value? {
        guard text.utf8.count <= Self.maximumBytes, let data = base64URLDecoded(text[...]),
            let box = try? AES.GCM.SealedBox(combined: data),
            let json = try? AES.GCM.open(
                box,
                using: key,
                authenticating: Data(purpose.utf8)
            )
        else { return nil }
        // Sealed by a server of this database: only another version writes other fields.
        return try? UntrustedJSON.decode(type, from: json)
    }
}
