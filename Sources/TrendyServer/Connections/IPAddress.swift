import NIOCore

/// An IPv4 or IPv6 address without a port.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) equals the IPv4 address.
package struct IPAddress: Hashable, Sendable {
    /// The first eight bytes, big-endian; for IPv4 of the mapped form.
    let high: UInt64
    /// The last eight bytes, big-endian; for IPv4 of the mapped form.
    let low: UInt64

    /// The prefix of an IPv4-mapped address (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

    init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Parses `192.0.2.1` or `2001:db8::1`; `nil` for any other text, including names and ports.
    package init?(_ text: String) {
        // The reason is irrelevant: the text is not an address.
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }

    /// The address of a socket; `nil` for a socket without one, such as a Unix domain socket.
    init?(_ address: SocketAddress) {
        // The position of the address in `sockaddr_in` and `sockaddr_in6`, the same on every
        // system.
        let place: Range<Int>
        switch address.protocol {
        case .inet: place = 4..<8
        case .inet6: place = 8..<24
        default: return nil
        }
        let bytes = address.withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size)[place])
        }
        high = bytes.count == 4 ? 0 : Self.number(bytes[..<8])
        low =
            bytes.count == 4
            ? Self.mappedPrefix | Self.number(bytes[...]) : Self.number(bytes[8...])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether this is an IPv4 address, mapped or not.
    var isIPv4: Bool { high == 0 && low & ~0xFFFF_FFFF == Self.mappedPrefix }

    /// Whether this is a loopback address: `127.0.0.0/8` or `::1`.
    var isLoopback: Bool {
        isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1
    }
}
