/// Settings of a session, which a server that does not know them ignores.
package struct PostgresSessionSettings: Sendable {
    /// After this time in an open transaction without a statement the server ends the connection,
    /// so that a frozen node does not keep the lock of an account.
    package var idleInTransaction = Duration.seconds(15)
    /// How often the server checks, while it runs a statement, that the client is still connected:
    /// the statement of a closed connection ends.
    package var clientCheck = Duration.seconds(1)

    /// Creates the default settings.
    package init() {}
}

extension PostgresConnection {
    private static let setting = PostgresStatement(
        "session_settings",
        [.textArray, .textArray],
        """
        SELECT set_config(wanted.name, wanted.value, false)
        FROM unnest($1, $2) AS wanted (name, value)
            JOIN pg_catalog.pg_settings AS known ON known.name = wanted.name
        """
    )

    /// Applies settings, in one round trip.
    func apply(_ settings: PostgresSessionSettings) throws(PostgresError) {
        let values = [
            ("idle_in_transaction_session_timeout", settings.idleInTransaction),
            ("client_connection_check_interval", settings.clientCheck),
        ]
        var parameters = PostgresParameters(reservingBytes: 256)
        parameters.appendArray(of: .text, values) { $0.append(text: $1.0) }
        parameters.appendArray(of: .text, values) {
            $0.append(text: "\(Int64($1.1 / .milliseconds(1)))ms")
        }
        try roundTrip(PostgresBatch(Self.setting, parameters))
    }
}
