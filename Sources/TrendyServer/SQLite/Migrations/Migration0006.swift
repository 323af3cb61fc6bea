import GRDB

/// Migration 0006: adds the mark of accounts that administer the server in a browser.
///
/// Never edited once released.
enum Migration0006 {
    static let name = "0006"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: "ALTER TABLE account ADD COLUMN is_administrator INTEGER NOT NULL DEFAULT 0"
        )
    }
}
