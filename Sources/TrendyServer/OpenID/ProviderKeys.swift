import Foundation
import JWTKit
import TrendyModel
import _CryptoExtras

/// The keys with which a provider signs id tokens.
///
/// Source: [RFC 7517](https://www.rfc-editor.org/rfc/rfc7517).
struct ProviderKeys: Sendable {
    /// The accepted signature algorithms; neither `none` nor one with a shared secret.
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    /// The maximum number of keys of a set; further ones are ignored.
    private static let maximumCount = 64

    private struct KeySet: Decodable {
        let keys: [Key]
    }

    private struct Key: Decodable {
        let kty: String
        let kid: String?
        let use: String?
        let alg: String?
        let crv: String?
        let n: String?
        let e: String?
        let x: String?
        let y: String?

        var algorithm: Algorithm? {
            let algorithm: Algorithm? =
                switch (kty, crv) {
                case ("RSA", _): .rs256
                case ("EC", "P-256"): .es256
                case ("OKP", "Ed25519"): .edDSA
                default: nil
                }
            guard use ?? "sig" == "sig" else { return nil }
            return alg == nil || alg == algorithm?.rawValue ? algorithm : nil
        }
    }

    private let keys: [Key]

    /// Decodes a key set.
    init(_ bytes: [UInt8]) throws(ProviderSignInError) {
        do {
            let set = try UntrustedJSON.decode(
                KeySet.self,
                from: bytes,
                maximumBytes: OutboundHTTPClient.maximumBytes
            )
            keys = Array(set.keys.filter { $0.algorithm != nil }.prefix(Self.maximumCount))
        } catch {
            throw .invalid("keys not decodable")
        }
    }

    /// Whether a token can be signed by one of the keys.
    func contains(keyID: String?, _ algorithm: Algorithm) -> Bool {
        !candidates(keyID, algorithm).isEmpty
    }

    /// The claims of a token that one of the keys has signed with an algorithm; `nil` otherwise.
    func verified<Claims: JWTPayload>(
        _ token: String,
        keyID: String?,
        _ algorithm: Algorithm
    ) async -> Claims? {
        for key in candidates(keyID, algorithm) {
            // A key that is no point of its curve, or a short RSA key, verifies nothing.
            guard let collection = try? await Self.collection(of: key, algorithm) else { continue }
            if let claims = try? await collection.verify(token, as: Claims.self) { return claims }
        }
        return nil
    }

    private func candidates(_ keyID: String?, _ algorithm: Algorithm) -> [Key] {
        keys.filter { key in
            key.algorithm == algorithm && (keyID == nil || key.kid == nil || key.kid == keyID)
        }
    }

    private static func collection(
        of key: Key,
        _ algorithm: Algorithm
    ) async throws -> JWTKeyCollection {
        let collection = JWTKeyCollection()
        switch algorithm {
        case .rs256:
            guard let modulus = base64URLDecoded(Substring(key.n ?? "")),
                let exponent = base64URLDecoded(Substring(key.e ?? ""))
            else { throw ProviderSignInError.invalid("key") }
            // Refuses keys of less than 2048 bits.
            let backing = try _RSA.Signing.PublicKey(n: modulus, e: exponent)
            await collection.add(
                rsa: try Insecure.RSA.PublicKey(backing: backing),
                digestAlgorithm: .sha256
            )
        case .es256:
            await collection.add(
                ecdsa: try ES256PublicKey(parameters: (key.x ?? "", key.y ?? ""))
            )
        case .edDSA:
            await collection.add(
                eddsa: try EdDSA.PublicKey(x: key.x ?? "", curve: .ed25519)
            )
        }
        return collection
    }
}
