// TrendyHTTP: the transport over async-http-client, for devices on Linux and macOS.

import Foundation

/// Where a person's server is.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address without a path, such as `https://trendy.example:8080`.
    public let base: String
    /// Whether the server is on this machine.
    public let isLoopback: Bool

    /// Reads an address; `nil` when it is not an absolute HTTP or HTTPS URL with a host and
    /// nothing behind it.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text),
            parts.scheme == "http" || parts.scheme == "https",
            let host = parts.host, !host.isEmpty, parts.path.isEmpty || parts.path == "/",
            parts.query == nil, parts.fragment == nil, parts.user == nil
        else { return nil }
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
        isLoopback = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
    }

    /// The address.
    public var description: String { base }
}
