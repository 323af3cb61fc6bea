import Crypto
package import TrendyModel

/// Pseudonyms of client addresses in logs: a short keyed hash replaces the address.
///
/// Lines about one client have the same pseudonym while the server runs. The key is in memory only,
/// so a pseudonym cannot be traced to an address later, not even by trying all addresses.
package struct AddressPseudonyms: Sendable {
    private static let shownBytes = 4

    private let key: SymmetricKey

    /// Creates a key of 256 random bits.
    package init(random: any RandomSource) {
        key = SymmetricKey(
            data: (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        )
    }

    /// The pseudonym of a client: eight hexadecimal digits.
    package func name(of address: ClientAddress) -> String {
        HMAC<SHA256>.authenticationCode(for: address.bytes, using: key)
            .prefix(Self.shownBytes)
            .hexadecimal
    }
}
