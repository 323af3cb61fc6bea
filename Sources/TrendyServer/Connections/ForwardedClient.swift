package import HTTPTypes

/// Finds the client of a request behind trusted proxies (`X-Forwarded-For`).
package struct ForwardedClient: Sendable {
    /// The maximum number of evaluated addresses of a header, from its end.
    static let maximumHops = 16

    /// The proxies whose `X-Forwarded-For` the server trusts.
    package let trustedProxies: Set<IPAddress>

    /// Creates the rule for a set of trusted proxies.
    package init(trustedProxies: Set<IPAddress> = []) {
        self.trustedProxies = trustedProxies
    }

    /// The client of a request: the peer, or behind a trusted proxy the last address of
    /// `X-Forwarded-For` that is not a trusted proxy.
    ///
    /// The client itself can write the addresses further to the left, so they are ignored. If the
    /// deciding element cannot be parsed, the proxy is the client.
    ///
    /// - Parameters:
    ///   - peer: the remote address of the connection; `nil` without a network address.
    ///   - headers: the request's headers.
    /// - Returns: the client's address, for limits.
    package func client(peer: IPAddress?, headers: HTTPFields) -> ClientAddress {
        guard let peer else { return .unknown }
        guard trustedProxies.contains(peer) else { return ClientAddress(peer) }
        let hops = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        var client = peer
        for hop in hops.suffix(Self.maximumHops).reversed() {
            guard let address = Self.address(String(hop)) else { break }
            client = address
            if !trustedProxies.contains(address) { break }
        }
        return ClientAddress(client)
    }

    /// Parses one element: an address, an IPv6 address in brackets, or either with a port.
    private static func address(_ hop: String) -> IPAddress? {
        var text = hop.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            text = String(text[text.index(after: text.startIndex)..<end])
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            text = String(text[..<colon])
        }
        return IPAddress(text)
    }
}
