import GRDB

/// Adds the reverted deletions, which a restored server may still have.
func migration0010(_ db: Database) throws {
    try db.execute(
        sql: """
            CREATE TABLE past_deletion (
                entity_id BLOB NOT NULL,
                deleted_at INTEGER NOT NULL,
                PRIMARY KEY (entity_id, deleted_at)
            ) WITHOUT ROWID;
            """
    )
}
