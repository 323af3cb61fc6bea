import Foundation
import TrendySync

/// The address of an MQTT broker: `mqtt://[user@]host[:port]`, or `mqtts://` for TLS.
package struct MQTTEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// The host name or IP address, without brackets.
    package let host: String
    /// The port; 1883 by default, 8883 with TLS.
    package let port: Int
    /// The user name; `nil` for an anonymous connection.
    package let user: String?
    /// Whether the connection uses TLS.
    package let isEncrypted: Bool

    /// Parses an address.
    ///
    /// - Throws: ``PublishError`` of the code `invalidAddress`, also for an address with a password:
    ///   other users could read it in the list of processes.
    package init(_ text: String) throws(PublishError) {
        guard let separator = text.range(of: "://") else { throw Self.invalid }
        switch text[..<separator.lowerBound].lowercased() {
        case "mqtt": isEncrypted = false
        case "mqtts": isEncrypted = true
        default: throw Self.invalid
        }
        var authority = text[separator.upperBound...]
        if authority.hasSuffix("/") { authority = authority.dropLast() }
        if let at = authority.lastIndex(of: "@") {
            let name = authority[..<at]
            guard !name.contains(":") else {
                throw PublishError(
                    .invalidAddress,
                    "The address contains a password, which other users of this machine can read. "
                        + "Put the password in a file and give --password-file."
                )
            }
            guard let decoded = String(name).removingPercentEncoding, !decoded.isEmpty else {
                throw Self.invalid
            }
            user = decoded
            authority = authority[authority.index(after: at)...]
        } else {
            user = nil
        }
        // The parser of server addresses validates hosts and ports.
        guard let address = ServerAddress("http://\(authority)") else { throw Self.invalid }
        let end = address.authority.lastIndex(of: ":").flatMap { colon in
            address.authority.hasSuffix("]") ? nil : colon
        }
        let name = address.authority[..<(end ?? address.authority.endIndex)]
        host = name.trimmingCharacters(in: ["[", "]"])
        let digits = end.map { address.authority[address.authority.index(after: $0)...] }
        port = digits.flatMap { Int($0) } ?? (isEncrypted ? 8883 : 1883)
    }

    private static let invalid = PublishError(
        .invalidAddress,
        "The address of the broker is not valid. Give one such as mqtt://user@192.168.1.2:1883, "
            + "or mqtts:// for TLS."
    )

    /// The address without the user name.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(isEncrypted ? "mqtts" : "mqtt")://\(name):\(port)"
    }
}
