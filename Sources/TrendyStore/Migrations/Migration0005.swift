import GRDB

/// How many samples of a day are known to be deleted: whoever knows that knows more.
func migration0005(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE health_day ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE derived ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
            """
    )
}
