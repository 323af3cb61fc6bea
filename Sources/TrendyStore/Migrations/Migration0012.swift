import GRDB

/// Adds the time of the system's last "inside" answer for a place, and the earliest begin of closed
/// stays.
func migration0012(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE place ADD COLUMN told_inside INTEGER;
            ALTER TABLE past_presence ADD COLUMN entered_after INTEGER;
            """
    )
}
