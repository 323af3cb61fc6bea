import Foundation

/// The registration of this server at a provider of OpenID Connect.
package struct OpenIDConfiguration: Sendable {
    /// The maximum size of the client secret, in bytes.
    package static let maximumSecretBytes = 1024
    /// The path to which the provider sends browsers back.
    package static let callbackPath = "/sign-in/provider/callback"

    /// The issuer's URL, exactly as its id tokens name it.
    package let issuer: String
    /// The id of this server at the provider.
    package let clientID: String
    /// The secret of this server at the provider; `nil` for a public client.
    package let clientSecret: String?
    /// The provider's name for people.
    package let name: String
    /// The URL to which the provider sends browsers back; it is registered there.
    package let redirectURL: String

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - issuer: the issuer's URL, https unless it is on the loopback interface.
    ///   - clientID: the id of this server at the provider.
    ///   - clientSecret: the secret of this server; `nil` for a public client.
    ///   - name: the provider's name for people; `nil` for the host of the issuer.
    ///   - publicURL: the address under which browsers reach this server, without a path; https
    ///     unless it is on the loopback interface.
    /// - Throws: ``ServerError`` of the code `invalidProvider` for an URL that cannot be used.
    package init(
        issuer: String,
        clientID: String,
        clientSecret: String?,
        name: String?,
        publicURL: String
    ) throws(ServerError) {
        guard let url = Self.secureURL(issuer), url.query == nil, url.fragment == nil else {
            throw Self.invalid("The issuer \(issuer) is not an https:// URL.")
        }
        let host = Self.secureURL(publicURL)
        guard let host, host.path.isEmpty || host.path == "/", host.query == nil,
            host.fragment == nil
        else {
            throw Self.invalid(
                "The public address \(publicURL) is not an https:// URL without a path."
            )
        }
        guard !clientID.isEmpty else { throw Self.invalid("The client id is empty.") }
        if let clientSecret, clientSecret.isEmpty {
            throw Self.invalid("The client secret is empty.")
        }
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.name = name ?? url.host() ?? issuer
        redirectURL =
            (publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL)
            + Self.callbackPath
    }

    /// The URL of the provider's metadata.
    ///
    /// Source: [OpenID Connect Discovery 1.0, section 4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig).
    var metadataURL: String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)
            + "/.well-known/openid-configuration"
    }

    /// Whether endpoints may use plain HTTP: those of an issuer on the loopback interface.
    var allowsLoopback: Bool { URL(string: issuer)?.scheme == "http" }

    /// The URL of a text; `nil` unless it is https, or http on the loopback interface.
    static func secureURL(_ text: String) -> URL? {
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty,
            url.user() == nil, url.password() == nil
        else { return nil }
        switch url.scheme {
        case "https": return url
        case "http":
            let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            return name == "localhost" || IPAddress(name)?.isLoopback == true ? url : nil
        default: return nil
        }
    }

    private static func invalid(_ message: String) -> ServerError {
        ServerError(code: .invalidProvider, message: message)
    }
}
