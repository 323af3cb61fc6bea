package import HTTPTypes

/// Decides whose request it is when proxies stand between the client and the server.
package struct ForwardedClient: Sendable {
    /// Addresses of a header that are looked at, from its end.
    static let mostHops = 16

    /// The proxies whose `X-Forwarded-For` is believed.
    package let trustedProxies: Set<IPAddress>

    /// Believes the proxies given, by default none.
    package init(trustedProxies: Set<IPAddress> = []) {
        self.trustedProxies = trustedProxies
    }

    /// The client of a request: the peer, or for a trusted proxy the last address of
    /// `X-Forwarded-For` that is not a trusted proxy itself.
    ///
    /// Addresses further to the left were written by the client and prove nothing. A header that
    /// cannot be parsed at the deciding place is not believed; the proxy is the client then.
    ///
    /// - Parameters:
    ///   - peer: the other end of the connection; `nil` when it has no network address.
    ///   - headers: the request's headers.
    /// - Returns: the client's address, for limits.
    package func client(peer: IPAddress?, headers: HTTPFields) -> ClientAddress {
        guard let peer else { return .unknown }
        guard trustedProxies.contains(peer) else { return ClientAddress(peer) }
        let hops = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        var client = peer
        for hop in hops.suffix(Self.mostHops).reversed() {
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
