import GRDB

/// Migration 0007: adds what a device reports beside its numbers: reasons, observers, regions,
/// permissions and versions, as JSON; null for a device that reports none.
///
/// Never edited once released.
enum Migration0007 {
    static let name = "0007"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE device ADD COLUMN details TEXT")
    }
}
