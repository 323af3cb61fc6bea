import Foundation
package import TrendySync

/// The URL of a webhook.
package struct WebhookAddress: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, host and port.
    package let server: ServerAddress
    /// The path and the query.
    package let path: String

    /// Parses a URL.
    ///
    /// - Parameters:
    ///   - text: an `https` URL, or an `http` URL of this machine.
    ///   - isInsecureAllowed: whether other `http` URLs are allowed.
    /// - Throws: ``PublishError`` of the code `invalidAddress`.
    package init(_ text: String, isInsecureAllowed: Bool = false) throws(PublishError) {
        guard let separator = text.range(of: "://") else { throw Self.invalid }
        let rest = text[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard !rest[..<end].contains("@") else {
            throw PublishError(
                .invalidAddress,
                "The URL of the webhook contains a user or password. Use a secret path, or "
                    + "--secret-file for signed requests."
            )
        }
        let path = rest[end...].prefix { $0 != "#" }
        guard let server = ServerAddress(String(text[..<end])),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw Self.invalid }
        guard server.isEncrypted || server.isLoopback || isInsecureAllowed else {
            throw PublishError(
                .invalidAddress,
                "The webhook's URL is not encrypted: everyone on the way could read what is "
                    + "published. Use https, or give --insecure in a network that you trust."
            )
        }
        self.server = server
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
    }

    private static let invalid = PublishError(
        .invalidAddress,
        "The URL of the webhook is not valid. Give one such as https://example.org/hook."
    )

    /// The scheme, host and port; the path can be a secret.
    package var description: String { "\(server.scheme)://\(server.authority)" }
}
