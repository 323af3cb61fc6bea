import GRDB

/// Adds the number of deleted samples, which counts as evidence.
func migration0005(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE health_day ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE derived ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
            """
    )
}
