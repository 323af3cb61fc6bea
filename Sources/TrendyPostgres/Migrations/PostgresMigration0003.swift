/// Migration 0003: attempts to sign in, counted over all servers.
///
/// Never edited once released.
///
/// A key is a pseudonym of an account or a client. A row without attempts only remembers its key.
enum PostgresMigration0003 {
    static let number: Int32 = 3

    static let statements = [
        """
        CREATE TABLE sign_in_attempt (
            key bytea PRIMARY KEY,
            attempts int8 NOT NULL,
            attempted_at int8 NOT NULL,
            expires_at int8 NOT NULL
        )
        """,
        "CREATE INDEX sign_in_attempt_expiry ON sign_in_attempt (expires_at)",
    ]
}
