import TrendyLocalization

/// Why a text is no address of a server.
public struct ServerAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Code: String, Sendable, Hashable {
        /// It holds a space or a control character.
        case whitespace
        /// It does not begin with `http://` or `https://`.
        case scheme
        /// It names no host.
        case noHost
        /// Its host has characters that no host has.
        case host
        /// Its host is not written in ASCII.
        case international
        /// Its IPv6 address is not one, or is not in brackets.
        case ipv6
        /// Its port is no number from 1 to 65535.
        case port
        /// It names a user, and perhaps a password.
        case user
        /// It has a path, a query or a fragment.
        case path
    }

    /// The longest text that the message repeats, in characters.
    static let maximumQuotation = 100

    /// What is wrong with it.
    public let code: Code
    /// What is wrong and which form is expected; no user name or password is repeated in it.
    public let message: String

    init(_ code: Code, _ text: String) {
        self.code = code
        let reason =
            switch code {
            case .whitespace: Strings.Address.whitespace()
            case .scheme: Strings.Address.scheme()
            case .noHost: Strings.Address.noHost()
            case .host: Strings.Address.host()
            case .international: Strings.Address.international()
            case .ipv6: Strings.Address.ipv6()
            case .port: Strings.Address.port()
            case .user: Strings.Address.user()
            case .path: Strings.Address.path()
            }
        var shown = text
        if let at = text.lastIndex(of: "@") { shown = "…" + text[at...] }
        if shown.count > Self.maximumQuotation {
            shown = shown.prefix(Self.maximumQuotation) + "…"
        }
        message = Strings.Address.invalid(["address": shown, "reason": reason])
    }

    /// What is wrong and which form is expected.
    public var description: String { message }
}
