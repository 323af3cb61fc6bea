/// A server of map images that the operator has chosen: `--map-tiles` and `--map-attribution`.
///
/// Its images are shown only to viewers who have turned them on.
package struct MapTileServer: Sendable, Equatable {
    /// Why a template or an attribution is refused.
    package struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// What is wrong and what is expected.
        package let description: String
    }

    /// The scheme, host and port: the only origin that pages may load images of.
    package let origin: String
    /// The host and port, which pages name to viewers.
    package let host: String
    /// The text that the server's licence asks to be shown with its images.
    package let attribution: String
    /// The path and query with placeholders.
    private let path: String

    /// Checks a template such as `https://tiles.example.org/{z}/{x}/{y}.png`, and its attribution.
    ///
    /// - Throws: ``Problem`` with a text for the operator.
    package init(template: String, attribution: String) throws(Problem) {
        let text = attribution.trimmed
        guard !text.isEmpty, text.utf8.count <= Self.maximumBytes,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw Problem(
                description: "the attribution is a line of text, such as "
                    + "'© OpenStreetMap contributors'"
            )
        }
        self.attribution = text
        let form =
            #/
            (?<scheme>https?):\/\/
            (?<host>[A-Za-z0-9.\-]+|\[::1\])(?<port>:[0-9]{1,5})?
            (?<path>\/[!-~]*)
            /#
        guard template.utf8.count <= Self.maximumBytes,
            let match = template.wholeMatch(of: form)
        else {
            throw Problem(
                description: "the template is an address such as "
                    + "https://tiles.example.org/{z}/{x}/{y}.png, in ASCII and without a user name"
            )
        }
        let isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains(match.host.lowercased())
        guard match.scheme == "https" || isLoopback else {
            throw Problem(
                description: "the template begins with https://, so that nobody on the way learns "
                    + "what is looked at; http:// is allowed for this machine only"
            )
        }
        if let port = match.port?.dropFirst(), UInt16(port) ?? 0 == 0 {
            throw Problem(description: "\(port) is not a port")
        }
        host = match.host.lowercased() + (match.port.map(String.init) ?? "")
        origin = "\(match.scheme)://\(host)"
        path = String(match.path)
        try Self.check(path)
    }

    private static let maximumBytes = 1000

    private static func check(_ path: String) throws(Problem) {
        let names = path.matches(of: /\{([^{}]*)\}/).map { String($0.output.1) }
        for name in ["z", "x", "y"] where names.count(where: { $0 == name }) != 1 {
            throw Problem(description: "the template has {\(name)} exactly once after the host")
        }
        if let other = names.first(where: { !["z", "x", "y"].contains($0) }) {
            throw Problem(
                description: "{\(other)} is not known: only {z}, {x} and {y} are replaced"
            )
        }
        let rest = path.replacing(/\{[zxy]\}/, with: "")
        guard rest.allSatisfy({ !"{}\"'<>\\^`|#".contains($0) }) else {
            throw Problem(
                description: "the template has no quotes, no '#' and no braces but {z}, {x} and {y}"
            )
        }
    }

    /// The address of an image.
    func address(zoom: Int, column: Int, row: Int) -> String {
        origin
            + path.replacing("{z}", with: String(zoom)).replacing("{x}", with: String(column))
            .replacing("{y}", with: String(row))
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
