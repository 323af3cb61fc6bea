import GRDB

/// Migration 0002: adds onboarding, one row for each account that has started it.
///
/// Never edited once released.
enum Migration0002 {
    static let name = "0002"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE onboarding (
                    account BLOB PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                    content TEXT NOT NULL
                ) WITHOUT ROWID;
                """
        )
    }
}
