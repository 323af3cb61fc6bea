/// SQL statements about the database itself, which belongs to no account.
enum PostgresMetaQuery {
    static let isStandby = PostgresStatement("is_standby", [], "SELECT pg_is_in_recovery()")
    static let set = PostgresStatement(
        "meta_set",
        [.text, .bytea],
        "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING"
    )
    static let value = PostgresStatement(
        "meta_value",
        [.text],
        "SELECT value FROM meta WHERE key = $1"
    )
    static let takeLease = PostgresStatement(
        "lease_take",
        [.text, .bytea, .int8, .int8],
        """
        INSERT INTO lease (name, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE lease.holder = excluded.holder OR lease.expires_at <= $4
        """
    )
    static let releaseLease = PostgresStatement(
        "lease_release",
        [.text, .bytea],
        "DELETE FROM lease WHERE name = $1 AND holder = $2"
    )
}
