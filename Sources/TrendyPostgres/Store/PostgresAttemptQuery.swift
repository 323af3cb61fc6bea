/// SQL statements about attempts to sign in, whose keys are pseudonyms and belong to no account.
enum PostgresAttemptQuery {
    static let find = PostgresStatement(
        "attempt_find",
        [.byteaArray],
        """
        SELECT found.key, found.attempts, \(PostgresMetaQuery.now) - found.attempted_at
        FROM unnest($1) AS wanted (key) CROSS JOIN LATERAL (
            SELECT * FROM sign_in_attempt WHERE key = wanted.key LIMIT 1) AS found
        WHERE found.expires_at > \(PostgresMetaQuery.now)
        """
    )
    /// An expired count begins anew.
    static let count = PostgresStatement(
        "attempt_count",
        [.byteaArray, .int8],
        """
        INSERT INTO sign_in_attempt AS old (key, attempts, attempted_at, expires_at)
        SELECT key, 1, time.now, time.now + $2
        FROM unnest($1) AS new (key), (SELECT \(PostgresMetaQuery.now)) AS time (now)
        ON CONFLICT (key) DO UPDATE SET
            attempts = CASE WHEN old.expires_at <= excluded.attempted_at THEN 1
                ELSE old.attempts + 1 END,
            attempted_at = excluded.attempted_at, expires_at = excluded.expires_at
        """
    )
    static let remember = PostgresStatement(
        "attempt_remember",
        [.bytea, .int8],
        """
        INSERT INTO sign_in_attempt (key, attempts, attempted_at, expires_at)
        SELECT $1, 0, time.now, time.now + $2 FROM (SELECT \(PostgresMetaQuery.now)) AS time (now)
        ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
        """
    )
    static let forget = PostgresStatement(
        "attempt_forget",
        [.bytea],
        "DELETE FROM sign_in_attempt WHERE key = $1"
    )
    /// Some of the expired rows; more than one attempt adds.
    static let deleteExpired = PostgresStatement(
        "attempt_delete_expired",
        [],
        """
        DELETE FROM sign_in_attempt WHERE key = ANY (ARRAY(
            SELECT key FROM sign_in_attempt WHERE expires_at <= \(PostgresMetaQuery.now)
            ORDER BY expires_at LIMIT 10 FOR UPDATE SKIP LOCKED))
        """
    )

    /// All statements; tests check their plans and words.
    static let all = [find, count, remember, forget, deleteExpired]
}
