import Foundation

/// An address outside of this site to which a page sends the browser: that of a provider for the
/// sign-in, or of a program on the person's machine.
package struct ExternalAddress: Sendable, Equatable {
    /// The address, of printable ASCII characters.
    package let text: String

    /// Creates an address; `nil` unless it is https, or http on the loopback interface.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URL(string: text),
            let host = url.host(), url.user() == nil
        else { return nil }
        let isLoopback = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        guard url.scheme == "https" || url.scheme == "http" && isLoopback else { return nil }
        self.text = text
    }

    /// Creates the address of a program of this machine.
    ///
    /// Source: [RFC 8252, section 7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
    package init(port: UInt16, path: WebPath) {
        text = "http://127.0.0.1:\(port)\(path.text)"
    }
}
