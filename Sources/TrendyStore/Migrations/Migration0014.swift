import GRDB

/// When a visit began on which another one has followed, and how much was heard of it.
func migration0014(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE past_presence ADD COLUMN entered_at INTEGER;
            ALTER TABLE past_presence ADD COLUMN observations INTEGER NOT NULL DEFAULT 0;
            """
    )
}
