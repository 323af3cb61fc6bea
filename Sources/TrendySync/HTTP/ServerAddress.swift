import Foundation
import TrendyModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A server address: scheme, host and port.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    package let scheme: String
    /// The host, with the port if given; an IPv6 address is in brackets.
    package let authority: String
    /// Whether the server is on this machine: `localhost`, `127.0.0.0/8` or `::1`.
    package let isLoopback: Bool

    /// Whether requests are encrypted in transit.
    package var isEncrypted: Bool { scheme == "https" }

    /// Parses an address; `nil` when ``parse(_:)`` throws.
    package init?(_ text: String) {
        // The caller only needs to know whether the address is valid.
        guard let address = try? Self.parse(text) else { return nil }
        self = address
    }

    private init(scheme: String, authority: String, isLoopback: Bool) {
        self.scheme = scheme
        self.authority = authority
        self.isLoopback = isLoopback
    }

    /// Parses an absolute HTTP or HTTPS URL with a host and an optional port.
    ///
    /// Connecting to a port outside 1…65535 traps, so this parser is the only way to create an
    /// address. Hosts are ASCII (RFC 3986, section 3.2.2, without percent-encoding).
    ///
    /// - Throws: ``ServerAddressError`` with the reason.
    package static func parse(_ text: String) throws(ServerAddressError) -> ServerAddress {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw ServerAddressError(.whitespace, text)
        }
        guard let separator = text.range(of: "://") else {
            throw ServerAddressError(.scheme, text)
        }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw ServerAddressError(.scheme, text)
        }
        let remainder = text[separator.upperBound...]
        let end = remainder.firstIndex { "/?#\\".contains($0) } ?? remainder.endIndex
        let authority = remainder[..<end]
        guard !authority.contains("@") else { throw ServerAddressError(.user, text) }
        let (host, port) = try split(authority, of: text)
        guard ["", "/"].contains(remainder[end...]) else { throw ServerAddressError(.path, text) }
        if let port, !isPort(port) { throw ServerAddressError(.port, text) }
        return ServerAddress(
            scheme: scheme,
            authority: String(authority),
            isLoopback: isLoopback(host)
        )
    }

    /// Splits an authority into a validated host and the text of a port.
    private static func split(
        _ authority: Substring,
        of text: String
    ) throws(ServerAddressError) -> (host: String, port: Substring?) {
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else {
                throw ServerAddressError(.ipv6, text)
            }
            let host = String(authority[authority.index(after: authority.startIndex)..<close])
            let remainder = authority[authority.index(after: close)...]
            guard isIPv6(host), remainder.isEmpty || remainder.first == ":" else {
                throw ServerAddressError(.ipv6, text)
            }
            return (host, remainder.isEmpty ? nil : remainder.dropFirst())
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw ServerAddressError(.ipv6, text) }
        guard let host = parts.first, !host.isEmpty else {
            throw ServerAddressError(.noHost, text)
        }
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw ServerAddressError(.international, text)
        }
        guard isHost(host) else { throw ServerAddressError(.host, text) }
        return (String(host), parts.count == 2 ? parts[1] : nil)
    }

    /// Whether a text is a host name or an IPv4 address: labels of letters, digits, `-` and `_`.
    private static func isHost(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy {
                        (48...57).contains($0) || (97...122).contains($0 | 0x20)
                            || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                    }
            }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (48...57).contains($0) }
            && Int(text).map { (1...65_535).contains($0) } == true
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isLoopback(_ host: String) -> Bool {
        var address = in_addr()
        if inet_pton(AF_INET, host, &address) == 1 {
            return UInt32(bigEndian: address.s_addr) >> 24 == 127
        }
        var long = in6_addr()
        if inet_pton(AF_INET6, host, &long) == 1 {
            return withUnsafeBytes(of: long) {
                $0.last == 1 && $0.dropLast().allSatisfy { $0 == 0 }
            }
        }
        return host.lowercased() == "localhost"
    }

    /// The URL without a path, such as `https://trendy.example:8080`.
    package var description: String { "\(scheme)://\(authority)" }
}
