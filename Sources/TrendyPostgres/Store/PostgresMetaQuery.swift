/// SQL statements about the database itself, which belongs to no account.
enum PostgresMetaQuery {
    /// The database's time in milliseconds since 1970.
    static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"

    /// Whether the server is a standby, and its time.
    static let readiness = PostgresStatement(
        "readiness",
        [],
        "SELECT pg_is_in_recovery(), \(now)"
    )
    static let set = PostgresStatement(
        "meta_set",
        [.text, .bytea],
        "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING"
    )
    static let replace = PostgresStatement(
        "meta_replace",
        [.text, .bytea],
        """
        INSERT INTO meta (key, value) VALUES ($1, $2)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """
    )
    static let delete = PostgresStatement(
        "meta_delete",
        [.text],
        "DELETE FROM meta WHERE key = $1"
    )
    /// Locks the row of the signing key, so that rotations run one after the other.
    static let lockKeys = PostgresStatement(
        "meta_lock_keys",
        [],
        "SELECT 1 FROM meta WHERE key = 'signing_key' FOR UPDATE"
    )
    static let value = PostgresStatement(
        "meta_value",
        [.text],
        "SELECT value FROM meta WHERE key = $1"
    )
    /// The numbers of accounts, sessions and tombstones, and the size of the database, for metrics.
    static let counts = PostgresStatement(
        "meta_counts",
        [],
        """
        SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM session),
            (SELECT count(*) FROM entity WHERE deleted_at IS NOT NULL),
            pg_database_size(current_database())
        """
    )
    /// Takes a lease for a number of milliseconds.
    static let takeLease = PostgresStatement(
        "lease_take",
        [.text, .bytea, .int8],
        """
        INSERT INTO lease (name, holder, expires_at) VALUES ($1, $2, \(now) + $3)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE lease.holder = excluded.holder OR lease.expires_at <= \(now)
        """
    )
    static let releaseLease = PostgresStatement(
        "lease_release",
        [.text, .bytea],
        "DELETE FROM lease WHERE name = $1 AND holder = $2"
    )
}
