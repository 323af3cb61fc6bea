import GRDB

/// Adds the times of a mutation's attempts, and the events that another device changed.
func migration0017(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE mutation ADD COLUMN first_attempt_at INTEGER;
            ALTER TABLE mutation ADD COLUMN last_attempt_at INTEGER;

            -- Events that a remote change altered since the person last opened them.
            CREATE TABLE remote_update (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                entity_id BLOB NOT NULL UNIQUE
            );
            """
    )
}
