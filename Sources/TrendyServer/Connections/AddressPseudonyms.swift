import Crypto
package import TrendyModel

/// Names for client addresses in logs: a short keyed hash instead of the address.
///
/// Lines about one client carry the same name while the server runs. The key lives in memory only,
/// so a name cannot be traced to an address later, not even by trying all addresses.
package struct AddressPseudonyms: Sendable {
    private static let shownBytes = 4

    private let key: SymmetricKey

    /// Makes a key of 256 random bits.
    package init(random: any RandomSource) {
        key = SymmetricKey(
            data: (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        )
    }

    /// The name of a client: eight hexadecimal digits.
    package func name(of address: ClientAddress) -> String {
        HMAC<SHA256>.authenticationCode(for: address.bytes, using: key)
            .prefix(Self.shownBytes)
            .map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }
            .joined()
    }
}
