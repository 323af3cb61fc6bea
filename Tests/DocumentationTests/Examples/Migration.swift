// Example of docs/how-to/add-a-migration.md:
import GRDB

/// Adds the moment of the last export to the sync history.
func migration0099(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE sync_run ADD COLUMN exported_at INTEGER")
}
