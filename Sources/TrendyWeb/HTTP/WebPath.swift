import Foundation

/// An address on this site: a path and a query, percent-encoded.
package struct WebPath: Sendable, Hashable {
    /// The encoded text, which starts with one `/`.
    package let text: String

    /// Creates an address from a path of the source.
    package init(_ path: StaticString, _ query: KeyValuePairs<String, String?> = [:]) {
        self.init(parts: "\(path)".split(separator: "/").map(String.init), query)
    }

    /// Creates an address from parts, which are encoded.
    package init(parts: [String], _ query: KeyValuePairs<String, String?> = [:]) {
        self.init(parts: parts, pairs: query.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Creates an address from parts and the names and values of a query, which are encoded.
    package init(parts: [String], pairs: [(String, String)]) {
        var text = "/" + parts.map(Self.encoded).joined(separator: "/")
        if !pairs.isEmpty {
            text += "?"
            text += pairs.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        }
        self.text = text
    }

    /// Creates an address from the text of a request, as for the page to return to after a sign-in.
    ///
    /// Returns `nil` for an address of another site.
    package init?(local text: String) {
        guard text.first == "/", !text.hasPrefix("//"), text.utf8.count <= Self.maximumBytes,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }

    /// The maximum length of a path to return to, in bytes.
    static let maximumBytes = 2048

    /// The unreserved characters of RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
