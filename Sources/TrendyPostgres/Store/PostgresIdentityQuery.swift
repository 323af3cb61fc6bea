/// SQL statements about identities of providers and one-time codes; a test checks their query plans.
enum PostgresIdentityQuery {
    /// The account of an identity; the directory belongs to no account.
    static let owner = PostgresStatement(
        "identity_owner",
        [.bytea],
        "SELECT account FROM account_identity WHERE identity = $1"
    )
    /// Takes an identity that is free, and returns its account in both cases.
    static let take = PostgresStatement(
        "identity_take",
        [.bytea, .uuid],
        """
        INSERT INTO account_identity (identity, account) VALUES ($1, $2)
        ON CONFLICT (identity) DO UPDATE SET identity = excluded.identity
        RETURNING account
        """
    )
    static let free = PostgresStatement(
        "identity_free",
        [.bytea, .uuid],
        "DELETE FROM account_identity WHERE identity = $1 AND account = $2"
    )
    /// Oldest first.
    static let list = PostgresStatement(
        "identities",
        [.uuid],
        """
        SELECT issuer, subject, email, linked_at, identity FROM linked_identity WHERE account = $1
        ORDER BY linked_at, identity
        """
    )
    static let insert = PostgresStatement(
        "identity_insert",
        [.uuid, .bytea, .bytea, .bytea, .bytea, .int8],
        """
        INSERT INTO linked_identity (account, identity, issuer, subject, email, linked_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account, identity) DO NOTHING
        """
    )
    static let delete = PostgresStatement(
        "identity_delete",
        [.uuid, .bytea],
        "DELETE FROM linked_identity WHERE account = $1 AND identity = $2"
    )
    static let lockLiveAccount = PostgresStatement(
        "identity_lock_account",
        [.uuid],
        "SELECT 1 FROM account WHERE account = $1 AND NOT in_deletion FOR NO KEY UPDATE"
    )

    static let addCode = PostgresStatement(
        "code_add",
        [.bytea, .bytea, .int8],
        """
        INSERT INTO one_time_code (hash, content, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (hash) DO NOTHING
        """
    )
    static let takeCode = PostgresStatement(
        "code_take",
        [.bytea],
        "DELETE FROM one_time_code WHERE hash = $1 RETURNING content, expires_at"
    )
    static let deleteExpiredCodes = PostgresStatement(
        "code_delete_expired",
        [.int8, .int8],
        """
        DELETE FROM one_time_code WHERE hash = ANY (ARRAY(
            SELECT hash FROM one_time_code WHERE expires_at <= $1 LIMIT $2))
        """
    )
    /// The maximum number of expired codes that are deleted with each new one.
    static let expiredCodes: Int64 = 100

    /// All statements; tests check their plans and words.
    static let all = [
        owner, take, free, list, insert, delete, lockLiveAccount, addCode, takeCode,
        deleteExpiredCodes,
    ]
}
