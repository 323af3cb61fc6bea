import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An IPv4 or IPv6 address without a port.
///
/// An IPv4 address that is written as an IPv6 one (`::ffff:192.0.2.1`) equals the IPv4 address.
public struct IPAddress: Hashable, Sendable {
    /// The first eight bytes, big-endian; for IPv4 those of the mapped form.
    let high: UInt64
    /// The last eight bytes, big-endian; for IPv4 those of the mapped form.
    let low: UInt64

    /// What stands before the four bytes of an IPv4 address in its mapped form (RFC 4291, 2.5.5.2).
    private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

    /// Parses `192.0.2.1` or `2001:db8::1`; `nil` for anything else, also a name or a port.
    public init?(_ text: String) {
        // The reason does not matter: the text is not an address.
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }

    /// The address of a socket; `nil` for one without, such as a Unix domain socket.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let address):
            high = 0
            low = Self.mappedPrefix | Self.number(of: address.address.sin_addr)
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            guard bytes.count == 16 else { return nil }
            high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
            low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
        case .unixDomainSocket:
            return nil
        }
    }

    private static func number(of address: in_addr) -> UInt64 {
        withUnsafeBytes(of: address) { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// Whether this is an IPv4 address, however it was written.
    var isIPv4: Bool { high == 0 && low & ~0xFFFF_FFFF == Self.mappedPrefix }

    /// Whether the address is of this machine: `127.0.0.0/8` or `::1`.
    var isLoopback: Bool {
        isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1
    }
}
