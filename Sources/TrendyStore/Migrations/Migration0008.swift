import GRDB

/// The history of sync keeps what kind of trouble ended a run, beside its words.
func migration0008(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE sync_run ADD COLUMN failure TEXT")
}
