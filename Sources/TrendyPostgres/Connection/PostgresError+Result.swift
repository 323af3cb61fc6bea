import CPostgres

extension PostgresError {
    /// The error of a result; `nil` when the server did not send it, because the connection ended.
    init?(_ result: OpaquePointer) {
        guard let state = Self.field("C", of: result) else { return nil }
        let constraint = Self.field("n", of: result)
        // Not translated into the language of the server's messages.
        let severity = Self.field("V", of: result) ?? ""
        var text = "The database refused a statement"
        if Self.isTextSafe(ofSQLState: state), let primary = Self.field("M", of: result) {
            text += ": \(primary)"
        } else if let constraint {
            text += " by the constraint \(constraint)"
        }
        let isFatal = severity == "FATAL" || severity == "PANIC"
        self.init(
            isFatal ? .unavailable : Self.kind(ofSQLState: state),
            .server,
            sqlState: state,
            constraint: constraint,
            isFatal: isFatal,
            text
        )
    }

    /// A field of an error or notice, by its letter in the protocol
    /// (https://www.postgresql.org/docs/15/protocol-error-fields.html).
    static func field(_ letter: Unicode.Scalar, of result: OpaquePointer?) -> String? {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
    }
}

/// Receives the notices of a connection during its calls.
final class PostgresNotices {
    /// The SQLSTATE of the first warning since the start of the call.
    var warning: String?

    /// The callback of libpq, with the receiver as its argument.
    static let receive: PQnoticeReceiver = { argument, result in
        guard let argument, PostgresError.field("V", of: result) == "WARNING" else { return }
        let notices = Unmanaged<PostgresNotices>.fromOpaque(argument).takeUnretainedValue()
        notices.warning = notices.warning ?? PostgresError.field("C", of: result) ?? "01000"
    }
}
