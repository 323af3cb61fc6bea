import GRDB

/// Adds the time of the last fix that showed the device outside a place.
func migration0015(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE place ADD COLUMN last_elsewhere INTEGER")
}
