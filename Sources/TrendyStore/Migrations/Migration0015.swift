import GRDB

/// When a fix last had the person outside a place.
func migration0015(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE place ADD COLUMN last_elsewhere INTEGER")
}
