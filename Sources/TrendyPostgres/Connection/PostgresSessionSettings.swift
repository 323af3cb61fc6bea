/// Settings of a session, which a server that does not know them ignores.
package struct PostgresSessionSettings: Sendable {
    /// After this time in an open transaction without a statement the server ends the connection,
    /// so that a frozen node does not keep the lock of an account.
    package var idleInTransaction = Duration.seconds(15)
    /// How often the server checks, while it runs a statement, that the client is still connected:
    /// the statement of a closed connection ends.
    package var clientCheck = Duration.seconds(1)
    /// Decides whether a server may be used; `nil` to use each.
    var failoverGuard: FailoverGuard?
    /// Changes each batch before it is sent; for tests, to let statements fail.
    var rewriteBatch: (@Sendable (PostgresBatch) -> PostgresBatch)?

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
            ("idle_in_transaction_session_timeout", Self.text(of: settings.idleInTransaction)),
            ("client_connection_check_interval", Self.text(of: settings.clientCheck)),
            // A session keeps its plans, and they are made for the average account: a plan for a
            // few rows would read all rows of a large account, or of a table that has grown, to
            // sort them. The cost of a disabled scan would also start the compiler.
            ("enable_seqscan", "off"), ("enable_bitmapscan", "off"), ("enable_sort", "off"),
            ("jit", "off"),
            // One plan for all parameters, which the tests of plans check; without it the server may
            // plan a short statement each time, which takes longer than the statement.
            ("plan_cache_mode", "force_generic_plan"),
        ]
        var parameters = PostgresParameters(reservingBytes: 256)
        parameters.appendArray(of: .text, values) { $0.append(text: $1.0) }
        parameters.appendArray(of: .text, values) { $0.append(text: $1.1) }
        try roundTrip(PostgresBatch(Self.setting, parameters))
    }

    private static func text(of duration: Duration) -> String {
        "\(Int64(duration / .milliseconds(1)))ms"
    }
}
