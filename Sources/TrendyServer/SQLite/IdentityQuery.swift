/// SQL statements about identities of providers and one-time codes; a test checks their query plans.
enum IdentityQuery {
    static let account = """
        SELECT account.id, account.email, password_hash, created_at, disabled_at, is_administrator
        FROM account_identity AS identity JOIN account ON account.id = identity.account
        WHERE identity.issuer = ? AND identity.subject = ? AND deletion_begun = 0
        """
    static let list = """
        SELECT issuer, subject, email, linked_at FROM account_identity WHERE account = ?
        ORDER BY linked_at
        """
    static let count = "SELECT count(*) FROM account_identity WHERE account = ?"
    static let insert = """
        INSERT INTO account_identity (issuer, subject, account, email, linked_at)
        VALUES (?, ?, ?, ?, ?) ON CONFLICT (issuer, subject) DO NOTHING
        """
    static let owner = "SELECT account FROM account_identity WHERE issuer = ? AND subject = ?"
    static let delete = """
        DELETE FROM account_identity WHERE issuer = ? AND subject = ? AND account = ?
        """
    static let deleteAll = "DELETE FROM account_identity WHERE account = ?"

    static let addCode = """
        INSERT INTO one_time_code (hash, content, expires_at) VALUES (?, ?, ?)
        ON CONFLICT (hash) DO NOTHING
        """
    static let takeCode = "DELETE FROM one_time_code WHERE hash = ? RETURNING content, expires_at"
    static let deleteExpiredCodes = """
        DELETE FROM one_time_code WHERE hash IN (
            SELECT hash FROM one_time_code WHERE expires_at <= ? LIMIT ?)
        """

    /// The statements of requests.
    static let all = [
        account, list, count, insert, owner, delete, deleteAll, addCode, takeCode,
        deleteExpiredCodes,
    ]
    /// The maximum number of expired codes that are deleted with each new one.
    static let expiredCodes = 100
}
