import GRDB

/// Which types of a category were ever read, a bit each.
func migration0007(_ db: Database) throws {
    try db.execute(
        sql: "ALTER TABLE health_category ADD COLUMN types INTEGER NOT NULL DEFAULT 0"
    )
}
