import TrendyModel

/// The key of per-client limits: an IPv4 address or an IPv6 /64 network.
///
/// A subscriber usually owns a whole IPv6 /64, so its 2^64 addresses count as one client. The value
/// is personal data and its description does not show it; use ``AddressPseudonyms`` for logs.
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    private enum Network: Hashable {
        case unknown
        case single(IPAddress)
        case ipv6(prefix: UInt64)
    }

    private let network: Network

    /// The client of a request without a network address, such as one over a Unix domain socket or
    /// from a test that calls the router.
    ///
    /// All such requests share one client.
    package static let unknown = ClientAddress(network: .unknown)

    /// Whether the client runs on this machine.
    package var isLoopback: Bool {
        if case .single(let address) = network { address.isLoopback } else { false }
    }

    /// The client of an address.
    package init(_ address: IPAddress) {
        network =
            address.isIPv4 || address.isLoopback
            ? .single(address) : .ipv6(prefix: address.high)
    }

    private init(network: Network) {
        self.network = network
    }

    /// A text that ``init(key:)`` reads; personal data, not for logs.
    package var key: String { bytes.hexadecimal }

    /// The client of a ``key``; unknown for other texts.
    package init(key: String) {
        let digits = Array(key.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        let number = { (range: Range<Int>) in
            bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        switch (bytes.first, bytes.count) {
        case (1, 17):
            network = .single(IPAddress(high: number(1..<9), low: number(9..<17)))
        case (2, 9): network = .ipv6(prefix: number(1..<9))
        default: network = .unknown
        }
    }

    /// A constant text, so that no log contains an address by accident.
    package var description: String { "client address" }

    /// The bytes that identify the client, for ``AddressPseudonyms``.
    var bytes: [UInt8] {
        switch network {
        case .unknown: [0]
        case .single(let address):
            [1] + Self.bytes(of: address.high) + Self.bytes(of: address.low)
        case .ipv6(let prefix): [2] + Self.bytes(of: prefix)
        }
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
