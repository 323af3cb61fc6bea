import GRDB

/// Migration 0009: adds the identities of providers that sign in to accounts, and one-time codes.
///
/// Issuers and subjects are `BLOB`, because GRDB reads `TEXT` up to U+0000 only.
///
/// Never edited once released.
enum Migration0009 {
    static let name = "0009"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE account_identity (
                    issuer BLOB NOT NULL,
                    subject BLOB NOT NULL,
                    account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    email TEXT NOT NULL,
                    linked_at INTEGER NOT NULL,
                    PRIMARY KEY (issuer, subject)
                ) WITHOUT ROWID;
                CREATE INDEX account_identity_account ON account_identity (account, linked_at);

                CREATE TABLE one_time_code (
                    hash BLOB PRIMARY KEY,
                    content BLOB NOT NULL,
                    expires_at INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX one_time_code_expiry ON one_time_code (expires_at);
                """
        )
    }
}
