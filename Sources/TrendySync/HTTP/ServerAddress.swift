import Foundation

/// Where a person's server is.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host, with the port when it is not the scheme's own.
    public let authority: String
    /// Whether the server is on this machine.
    public let isLoopback: Bool

    /// Reads an address; `nil` when it is not an absolute HTTP or HTTPS URL with a host and
    /// nothing behind it.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme,
            scheme == "http" || scheme == "https",
            let host = parts.host, !host.isEmpty, parts.path.isEmpty || parts.path == "/",
            parts.query == nil, parts.fragment == nil, parts.user == nil
        else { return nil }
        self.scheme = scheme
        let rest = text.dropFirst(scheme.count + "://".count)
        authority = String(rest.hasSuffix("/") ? rest.dropLast() : rest)
        isLoopback = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
    }

    /// The address without a path, such as `https://trendy.example:8080`.
    public var description: String { "\(scheme)://\(authority)" }
}
