import GRDB

/// Adds the sample types of a category that were ever read, as a bit mask.
func migration0007(_ db: Database) throws {
    try db.execute(
        sql: "ALTER TABLE health_category ADD COLUMN types INTEGER NOT NULL DEFAULT 0"
    )
}
