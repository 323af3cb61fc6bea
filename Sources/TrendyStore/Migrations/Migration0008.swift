import GRDB

/// Adds the kind of failure to the history of sync runs.
func migration0008(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE sync_run ADD COLUMN failure TEXT")
}
