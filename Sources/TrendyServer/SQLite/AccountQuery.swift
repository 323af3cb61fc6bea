/// The statements about accounts, sessions, onboarding and devices; a test looks at the plan of each.
enum AccountQuery {
    private static let account = "SELECT id, email, password_hash, created_at FROM account"
    static let byEmail = "\(account) WHERE email = ?"
    static let byID = "\(account) WHERE id = ?"
    static let token = "SELECT session, used_at FROM refresh_token WHERE account = ? AND hash = ?"
    static let useToken = "UPDATE refresh_token SET used_at = ? WHERE account = ? AND hash = ?"
    static let addToken = """
        INSERT INTO refresh_token (account, hash, session, created_at) VALUES (?, ?, ?, ?)
        """
    static let deleteSession = "DELETE FROM session WHERE account = ? AND id = ?"
    static let onboarding = """
        SELECT content FROM account LEFT JOIN onboarding ON onboarding.account = account.id
        WHERE account.id = ?
        """
    static let setOnboarding = """
        INSERT INTO onboarding (account, content) VALUES (?, ?)
        ON CONFLICT (account) DO UPDATE SET content = excluded.content
        """
    static let devices = "SELECT * FROM device WHERE account = ? ORDER BY id"
}
