import GRDB

/// Migration 0003: adds the last version of each account in every previous epoch, which a restore
/// ended.
///
/// Never edited once released.
enum Migration0003 {
    static let name = "0003"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE past_life (
                    number INTEGER PRIMARY KEY,
                    account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    epoch TEXT NOT NULL,
                    version INTEGER NOT NULL
                );
                CREATE INDEX past_life_account ON past_life (account);
                """
        )
    }
}
