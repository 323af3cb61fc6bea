import GRDB

/// Adds the backfill flag of mutations, which are sent after all others.
func migration0003(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE mutation ADD COLUMN is_history INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX mutation_ready ON mutation (is_history, seq) WHERE state = 0;
            """
    )
}
