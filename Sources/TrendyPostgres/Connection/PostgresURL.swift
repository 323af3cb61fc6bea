import CPostgres
import Foundation

/// The URL of a PostgreSQL database as libpq defines it, with one or several hosts.
///
/// See https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING. It has no
/// description, because it can contain a password.
package struct PostgresURL: Sendable {
    private let options: [(key: String, value: String)]
    /// The secrets in the URL, which messages must not contain.
    private let secrets: [String]

    /// Parses `postgres://` or `postgresql://`.
    ///
    /// - Throws: ``PostgresError/Origin/invalidURL``. The message contains no part of the URL,
    ///   because a password with an unescaped character appears in any part.
    package init(_ text: String) throws(PostgresError) {
        guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
            throw Self.invalid("it must begin with postgres://")
        }
        guard Self.hasPlainStructure(text) else {
            throw Self.invalid(
                "write the characters @ / : ? # of the user's name and password as %40 %2F %3A %3F "
                    + "%23, and @ in a database's name as %40"
            )
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            throw Self.invalid("libpq cannot read it, or does not know one of its parameters")
        }
        defer { PQconninfoFree(parsed) }
        var options: [(key: String, value: String)] = []
        var secrets: [String] = []
        var option = parsed
        while let key = option.pointee.keyword {
            if let value = option.pointee.val.map({ String(cString: $0) }) {
                options.append((String(cString: key), value))
                let isSecret = option.pointee.dispchar.map { String(cString: $0) } == "*"
                if isSecret, !value.isEmpty { secrets.append(value) }
            }
            option += 1
        }
        self.options = options
        self.secrets = secrets
        for port in list("port") where !port.isEmpty {
            guard let number = Int(port), (1...65_535).contains(number) else {
                throw Self.invalid("a port must be a number from 1 to 65535")
            }
        }
    }

    /// The keywords and values of a connection to each of the hosts, in order.
    var targets: [[(key: String, value: String)]] {
        let hosts = list("host")
        let addresses = list("hostaddr")
        let ports = list("port")
        let count = max(hosts.count, addresses.count, 1)
        return (0..<count).map { index in
            let own = [("host", hosts), ("hostaddr", addresses), ("port", ports)]
                .compactMap { key, values -> (key: String, value: String)? in
                    let value = values.count == 1 ? values[0] : values.dropFirst(index).first
                    return value.flatMap { $0.isEmpty ? nil : (key, $0) }
                }
            return options.filter { !["host", "hostaddr", "port"].contains($0.key) } + own
        }
    }

    /// A message of libpq without secrets of the URL.
    func withoutSecrets(_ message: String) -> String {
        var message = message
        for secret in secrets {
            message = Self.replacing(secret, in: message)
        }
        return message
    }

    private func list(_ key: String) -> [String] {
        guard let value = options.first(where: { $0.key == key })?.value, !value.isEmpty else {
            return []
        }
        return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether at most one `@` ends the credentials, and none is in the path.
    private static func hasPlainStructure(_ text: String) -> Bool {
        guard let scheme = text.range(of: "://") else { return false }
        let rest = text[scheme.upperBound...].prefix { $0 != "?" }
        let authority = rest.prefix { $0 != "/" }
        let ats = authority.count { $0 == "@" }
        return ats <= 1 && rest.count { $0 == "@" } == ats && !rest.contains("#")
    }

    private static func replacing(_ secret: String, in text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let range = rest.range(of: secret) {
            result += rest[..<range.lowerBound] + "…"
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    private static func invalid(_ reason: String) -> PostgresError {
        PostgresError(.other, .invalidURL, "The database's URL cannot be used: \(reason).")
    }
}
