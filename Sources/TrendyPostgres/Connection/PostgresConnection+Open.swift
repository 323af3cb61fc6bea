import CPostgres

extension PostgresConnection {
    /// Connects to the first host of a URL that accepts, in order; `target_session_attrs` in the
    /// URL decides which do.
    ///
    /// Each host gets an equal share of the remaining time, so that a host that does not answer
    /// leaves time for the others. Looking up a host's name blocks beyond the deadline.
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - settings: the settings of the session, where the server knows them.
    ///   - deadline: the end of all attempts; also the first deadline of the connection.
    /// - Returns: an open connection.
    /// - Throws: ``PostgresError/Origin/cannotConnect`` with the answer of the last host.
    package static func open(
        _ url: PostgresURL,
        settings: PostgresSessionSettings = PostgresSessionSettings(),
        deadline: Deadline
    ) throws(PostgresError) -> PostgresConnection {
        let targets = url.targets
        var failure: PostgresError?
        for (index, target) in targets.enumerated() {
            let share = deadline.remaining / (targets.count - index)
            do throws(PostgresError) {
                let connection = try open(target, url, deadline: min(deadline, .after(share)))
                connection.deadline = deadline
                try connection.apply(settings)
                try settings.failoverGuard?.admit(connection)
                connection.rewriteBatch = settings.rewriteBatch
                return connection
            } catch {
                // A standby beside an unreachable host says more than the host.
                if failure?.origin != .wrongServer { failure = error }
            }
        }
        throw failure ?? PostgresConnection.lost
    }

    private static func open(
        _ target: [(key: String, value: String)],
        _ url: PostgresURL,
        deadline: Deadline
    ) throws(PostgresError) -> PostgresConnection {
        // The URL overrides what stands before it. A lost server is noticed within half a minute.
        let before = [
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
            ("tcp_user_timeout", "30000"), ("application_name", "trendy"),
        ]
        let all = before + target.map { ($0.key, $0.value) } + [("client_encoding", "UTF8")]
        guard
            let handle = withCStrings(
                all,
                { PQconnectStartParams($0, $1, 0) }
            )
        else {
            throw PostgresError(
                .unavailable,
                .cannotConnect,
                "There is no memory for a connection."
            )
        }
        // The only way to learn the SQLSTATE of a refused connection: it stands in the message.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        do throws(PostgresError) {
            try establish(handle, url, until: deadline)
        } catch {
            PQfinish(handle)
            throw error
        }
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        let version = PQserverVersion(handle)
        guard version >= minimumVersion else {
            PQfinish(handle)
            throw PostgresError(
                .unavailable,
                .wrongServer,
                """
                The database server is PostgreSQL \(version / 10_000); Trendy needs version \
                \(minimumVersion / 10_000) or later.
                """
            )
        }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            PQfinish(handle)
            throw PostgresConnection.lost
        }
        return PostgresConnection(handle, deadline: deadline)
    }

    /// The oldest supported server: it checks for closed clients while it runs a statement.
    private static let minimumVersion: Int32 = 140_000

    private static func establish(
        _ handle: OpaquePointer,
        _ url: PostgresURL,
        until deadline: Deadline
    ) throws(PostgresError) {
        var state = PGRES_POLLING_WRITING
        while PQstatus(handle) != CONNECTION_BAD {
            let outcome: SocketPoll.Outcome
            switch state {
            case PGRES_POLLING_OK:
                return
            case PGRES_POLLING_READING:
                outcome = SocketPoll.wait(PQsocket(handle), until: deadline)
            case PGRES_POLLING_WRITING:
                outcome = SocketPoll.wait(
                    PQsocket(handle),
                    reading: false,
                    writing: true,
                    until: deadline
                )
            default:
                throw refusal(handle, url)
            }
            guard outcome == .ready else {
                throw PostgresError(
                    .unavailable,
                    .cannotConnect,
                    "The database did not accept a connection before the deadline."
                )
            }
            state = PQconnectPoll(handle)
        }
        throw refusal(handle, url)
    }

    /// The error of a refused connection, with the first line of libpq's message.
    private static func refusal(_ handle: OpaquePointer, _ url: PostgresURL) -> PostgresError {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        // One line for each address of the host; the last one is reported.
        let line = lines.last { $0.contains("failed: ") } ?? lines.first ?? "no answer"
        // As in "failed: FATAL:  28P01: password authentication failed".
        let state = line.split(separator: ":").map { $0.trimmingPrefix(while: \.isWhitespace) }
            .first { isSQLState($0) }
        let safe = url.withoutSecrets(line)
        return PostgresError(
            .unavailable,
            .cannotConnect,
            sqlState: state.map(String.init),
            "The database did not accept a connection: \(safe)"
        )
    }

    /// Whether a text is five digits and capital letters, among them a digit.
    private static func isSQLState(_ text: Substring) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return text.utf8.count == 5 && text.utf8.contains { digits.contains($0) }
            && text.utf8.allSatisfy { digits.contains($0) || letters.contains($0) }
    }

    /// Passes keywords and values as the arrays of C strings that libpq takes.
    private static func withCStrings<Value>(
        _ pairs: [(String, String)],
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        var bytes: [CChar] = []
        var offsets: [(Int, Int)] = []
        for (key, value) in pairs {
            let start = bytes.count
            bytes.append(contentsOf: key.utf8CString)
            offsets.append((start, bytes.count))
            bytes.append(contentsOf: value.utf8CString)
        }
        return bytes.withUnsafeBufferPointer { buffer in
            let keys = offsets.map { buffer.baseAddress?.advanced(by: $0.0) }
            let values = offsets.map { buffer.baseAddress?.advanced(by: $0.1) }
            return body(keys + [nil], values + [nil])
        }
    }
}
