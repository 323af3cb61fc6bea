import TrendyModel

/// SQL statements about sessions, devices and onboarding; a test checks their query plans.
enum PostgresSessionQuery {
    static let isLive = PostgresStatement(
        "session_is_live",
        [.uuid, .uuid],
        """
        SELECT 1 FROM account JOIN session ON session.account = $1 AND session.id = $2
        WHERE account.account = $1 AND account.disabled_at IS NULL AND NOT account.in_deletion
        """
    )
    /// The live session of a token that is not older than an instant.
    static let ofToken = PostgresStatement(
        "session_of_token",
        [.uuid, .bytea, .int8],
        """
        SELECT token.session, token.created_at, account.email, account.is_administrator
        FROM account JOIN refresh_token AS token ON token.account = $1 AND token.hash = $2
        WHERE account.account = $1 AND token.created_at >= $3 AND account.disabled_at IS NULL
            AND NOT account.in_deletion
        """
    )
    static let renewToken = PostgresStatement(
        "session_renew_token",
        [.uuid, .bytea, .int8],
        "UPDATE refresh_token SET created_at = $3 WHERE account = $1 AND hash = $2"
    )
    /// Locks an account by a change of its row, so that at REPEATABLE READ a transaction that did
    /// not see the sessions of an earlier one conflicts with it.
    static let touchAccount = PostgresStatement(
        "session_touch_account",
        [.uuid],
        "UPDATE account SET sequence = sequence WHERE account = $1"
    )
    static let insert = PostgresStatement(
        "session_insert",
        [.uuid, .uuid, .int8, .bytea],
        """
        INSERT INTO session (account, id, created_at, client)
        SELECT $1, $2, $3, $4 FROM account WHERE account = $1
        """
    )
    static let addToken = PostgresStatement(
        "session_add_token",
        [.uuid, .bytea, .uuid, .int8],
        """
        INSERT INTO refresh_token (account, hash, session, created_at)
        SELECT $1, $2, id, $4 FROM session WHERE account = $1 AND id = $3
        """
    )
    /// The oldest sessions beyond a number: ids of version 7 sort by time.
    private static let surplus = """
        SELECT id FROM session WHERE account = $1 ORDER BY id DESC OFFSET $2
        """
    static let deleteSurplusTokens = PostgresStatement(
        "session_delete_surplus_tokens",
        [.uuid, .int8],
        "DELETE FROM refresh_token WHERE account = $1 AND session = ANY (ARRAY(\(surplus)))"
    )
    static let deleteSurplus = PostgresStatement(
        "session_delete_surplus",
        [.uuid, .int8],
        "DELETE FROM session WHERE account = $1 AND id = ANY (ARRAY(\(surplus)))"
    )
    /// Newest first.
    static let list = PostgresStatement(
        "sessions",
        [.uuid],
        """
        SELECT id, created_at, client, (
            SELECT max(token.created_at) FROM refresh_token AS token
            WHERE token.account = $1 AND token.session = session.id)
        FROM session WHERE account = $1 ORDER BY id DESC
        """
    )
    static let token = PostgresStatement(
        "session_token",
        [.uuid, .bytea],
        "SELECT session, used_at FROM refresh_token WHERE account = $1 AND hash = $2"
    )
    static let lockAccount = PostgresStatement(
        "session_lock_account",
        [.uuid],
        "SELECT 1 FROM account WHERE account = $1 FOR NO KEY UPDATE"
    )
    static let useToken = PostgresStatement(
        "session_use_token",
        [.uuid, .bytea, .int8],
        "UPDATE refresh_token SET used_at = $3 WHERE account = $1 AND hash = $2"
    )
    static let endTokens = PostgresStatement(
        "session_end_tokens",
        [.uuid, .uuid],
        "DELETE FROM refresh_token WHERE account = $1 AND session = $2"
    )
    static let end = PostgresStatement(
        "session_end",
        [.uuid, .uuid],
        "DELETE FROM session WHERE account = $1 AND id = $2"
    )
    private static let endOtherTokens = PostgresStatement(
        "session_end_other_tokens",
        [.uuid, .uuid],
        "DELETE FROM refresh_token WHERE account = $1 AND session IS DISTINCT FROM $2"
    )
    private static let endOthers = PostgresStatement(
        "session_end_others",
        [.uuid, .uuid],
        "DELETE FROM session WHERE account = $1 AND id IS DISTINCT FROM $2"
    )

    /// Adds the statements that end the sessions of an account, except `keeping`.
    static func endSessions(
        _ batch: inout PostgresBatch,
        _ account: EntityID,
        keeping session: EntityID?
    ) {
        for statement in [endOtherTokens, endOthers] {
            batch.add(statement) {
                $0.append(uuid: account)
                $0.append(uuid: session)
            }
        }
    }

    // Garbage

    static let deleteUsedTokens = PostgresStatement(
        "garbage_tokens",
        [.uuid, .int8, .int8],
        """
        DELETE FROM refresh_token WHERE account = $1 AND hash = ANY (ARRAY(
            SELECT hash FROM refresh_token WHERE account = $1 AND used_at < $2 LIMIT $3))
        """
    )
    /// Sessions without a recent token.
    private static let unused = """
        SELECT session.id FROM session WHERE session.account = $1 AND NOT EXISTS (
            SELECT 1 FROM refresh_token AS token
            WHERE token.account = $1 AND token.session = session.id AND token.created_at >= $2)
        """
    static let deleteUnusedTokens = PostgresStatement(
        "garbage_session_tokens",
        [.uuid, .int8],
        "DELETE FROM refresh_token WHERE account = $1 AND session = ANY (ARRAY(\(unused)))"
    )
    static let deleteUnused = PostgresStatement(
        "garbage_sessions",
        [.uuid, .int8],
        "DELETE FROM session WHERE account = $1 AND id = ANY (ARRAY(\(unused)))"
    )
    static let deleteTombstones = PostgresStatement(
        "garbage_tombstones",
        [.uuid, .int8, .int8],
        """
        DELETE FROM entity
        WHERE account = $1 AND deleted_at < $2 AND deleted_at IS NOT NULL AND id = ANY (ARRAY(
            SELECT id FROM entity
            WHERE account = $1 AND deleted_at < $2 AND deleted_at IS NOT NULL
            ORDER BY deleted_at LIMIT $3))
        RETURNING version
        """
    )
    static let raiseCollectedTo = PostgresStatement(
        "garbage_collected_to",
        [.uuid, .int8],
        """
        UPDATE account SET tombstones_collected_to = greatest(tombstones_collected_to, $2)
        WHERE account = $1
        """
    )

    /// All statements; tests check their plans and words.
    static let all = [
        isLive, ofToken, renewToken, insert,
        addToken, deleteSurplusTokens, deleteSurplus, list,
        token, lockAccount, touchAccount, useToken, endTokens,
        end, endOtherTokens, endOthers, deleteUsedTokens,
        deleteUnusedTokens, deleteUnused, deleteTombstones, raiseCollectedTo,
    ]
}
