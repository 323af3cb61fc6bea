import GRDB

/// Migration 0004: adds account administration: disabling, deletion in steps, invites, the client
/// program of a session, and the stored bytes of an account.
///
/// Never edited once released.
enum Migration0004 {
    static let name = "0004"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN disabled_at INTEGER;
                ALTER TABLE account ADD COLUMN deletion_begun INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE account ADD COLUMN content_bytes INTEGER NOT NULL DEFAULT 0;
                UPDATE account SET content_bytes = (
                    SELECT coalesce(sum(length(CAST(content AS BLOB))), 0) FROM entity
                    WHERE entity.account = account.id AND deleted_at IS NULL);

                ALTER TABLE session ADD COLUMN client TEXT NOT NULL DEFAULT '';

                CREATE TABLE invite (
                    code_hash BLOB PRIMARY KEY,
                    created_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    uses_left INTEGER NOT NULL
                ) WITHOUT ROWID;
                """
        )
    }
}
