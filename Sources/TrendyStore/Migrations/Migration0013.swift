import GRDB

/// When a visit that goes on here was seen to end by another device.
func migration0013(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE place ADD COLUMN seen_end INTEGER")
}
