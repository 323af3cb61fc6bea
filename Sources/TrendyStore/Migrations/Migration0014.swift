import GRDB

/// Adds the begin and the weight of the evidence of closed stays.
func migration0014(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE past_presence ADD COLUMN entered_at INTEGER;
            ALTER TABLE past_presence ADD COLUMN observations INTEGER NOT NULL DEFAULT 0;
            """
    )
}
