/// Migration 0002: adds the identities of providers that sign in to accounts, and one-time codes.
///
/// Never edited once released.
enum PostgresMigration0002 {
    static let number: Int32 = 2

    static let statements = [
        // The directory of identities, which finds the account of a sign-in.
        "CREATE TABLE account_identity (identity bytea PRIMARY KEY, account uuid NOT NULL)",
        """
        CREATE TABLE linked_identity (
            account uuid NOT NULL,
            identity bytea NOT NULL,
            issuer bytea NOT NULL,
            subject bytea NOT NULL,
            email bytea NOT NULL,
            linked_at int8 NOT NULL,
            PRIMARY KEY (account, identity)
        )
        """,
        """
        CREATE TABLE one_time_code (
            hash bytea PRIMARY KEY,
            content bytea NOT NULL,
            expires_at int8 NOT NULL
        )
        """,
        "CREATE INDEX one_time_code_expiry ON one_time_code (expires_at)",
    ]
}
