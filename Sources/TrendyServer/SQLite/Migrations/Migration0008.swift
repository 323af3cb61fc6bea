import GRDB

/// Migration 0008: adds the epoch of each account; until now all accounts had the one in `meta`,
/// which stays as that of new accounts.
///
/// Never edited once released.
enum Migration0008 {
    static let name = "0008"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
                UPDATE account SET epoch = coalesce(
                    (SELECT value FROM meta WHERE key = 'epoch'), lower(hex(randomblob(8))));
                """
        )
    }
}
