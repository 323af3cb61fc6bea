/// SQL statements about accounts, sessions, onboarding and devices; a test checks their query
/// plans.
enum AccountQuery {
    private static let account = """
        SELECT id, email, password_hash, created_at, disabled_at, is_administrator FROM account
        """
    static let byEmail = "\(account) WHERE email = ? AND deletion_begun = 0"
    static let byID = "\(account) WHERE id = ? AND deletion_begun = 0"
    static let summaries = """
        SELECT account.*, event_types + property_definitions + geofences + events AS entities,
            (SELECT count(*) FROM session WHERE session.account = account.id) AS sessions,
            (SELECT count(*) FROM device WHERE device.account = account.id) AS devices,
            (SELECT max(reported_at) FROM device WHERE device.account = account.id)
                AS last_report_at
        FROM account WHERE deletion_begun = 0 ORDER BY email
        """
    static let useInvite = """
        UPDATE invite SET uses_left = uses_left - 1
        WHERE code_hash = ? AND expires_at > ? AND uses_left > 0
        """
    static let inviteIsValid = """
        SELECT 1 FROM invite WHERE code_hash = ? AND expires_at > ? AND uses_left > 0
        """
    static let sessionIsLive = """
        SELECT 1 FROM session JOIN account ON account.id = session.account
        WHERE session.account = ? AND session.id = ? AND account.disabled_at IS NULL
            AND account.deletion_begun = 0
        """
    /// The live session of a token that is not older than an instant.
    static let sessionOfToken = """
        SELECT token.session, token.created_at, account.email, account.is_administrator
        FROM refresh_token AS token JOIN account ON account.id = token.account
        WHERE token.account = ? AND token.hash = ? AND token.created_at >= ?
            AND account.disabled_at IS NULL AND account.deletion_begun = 0
        """
    static let renewToken = """
        UPDATE refresh_token SET created_at = ? WHERE account = ? AND hash = ?
        """
    static let recordEpoch = """
        INSERT INTO previous_epoch (account, epoch, version)
        SELECT id, epoch, sequence FROM account WHERE id = ? AND deletion_begun = 0
        """
    static let setEpoch = "UPDATE account SET epoch = ? WHERE id = ?"
    static let setAdministrator = """
        UPDATE account SET is_administrator = ? WHERE id = ? AND deletion_begun = 0
        """
    /// Newest first: ids of version 7 sort by time.
    static let sessions = """
        SELECT id, created_at, client, (
            SELECT max(token.created_at) FROM refresh_token AS token
            WHERE token.account = session.account AND token.session = session.id) AS refreshed_at
        FROM session WHERE account = ? ORDER BY id DESC
        """
    static let deleteOtherSessions = "DELETE FROM session WHERE account = ? AND id IS NOT ?"
    static let deleteOldestSessions = """
        DELETE FROM session WHERE account = ? AND id IN (
            SELECT id FROM session WHERE account = ? ORDER BY id DESC
            LIMIT -1 OFFSET ?)
        """
    static let token = "SELECT session, used_at FROM refresh_token WHERE account = ? AND hash = ?"
    static let useToken = "UPDATE refresh_token SET used_at = ? WHERE account = ? AND hash = ?"
    static let addToken = """
        INSERT INTO refresh_token (account, hash, session, created_at) VALUES (?, ?, ?, ?)
        """
    static let deleteSession = "DELETE FROM session WHERE account = ? AND id = ?"
    static let onboarding = """
        SELECT content, created_at FROM account LEFT JOIN onboarding ON onboarding.account = account.id
        WHERE account.id = ?
        """
    static let setOnboarding = """
        INSERT INTO onboarding (account, content) VALUES (?, ?)
        ON CONFLICT (account) DO UPDATE SET content = excluded.content
        """
    static let deleteOldestDevices = """
        DELETE FROM device WHERE account = ? AND id IN (
            SELECT id FROM device WHERE account = ? ORDER BY reported_at DESC, id
            LIMIT -1 OFFSET ?)
        """
    static let devices = "SELECT * FROM device WHERE account = ? ORDER BY id"

    /// Delete some rows of each table whose rows are not deleted with the account's row;
    /// parameters: the account, the number of rows.
    static let deleteChunks = [
        """
        DELETE FROM entity WHERE rowid IN (SELECT rowid FROM entity WHERE account = ? LIMIT ?)
        """,
        """
        DELETE FROM idempotency_record WHERE account = ?1 AND id IN (
            SELECT id FROM idempotency_record WHERE account = ?1 LIMIT ?2)
        """,
    ]
}
