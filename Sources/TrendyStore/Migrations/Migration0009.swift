import GRDB

/// Adds the time from which the samples of a category are readable, the reason why background
/// delivery is not active, and the rejected samples.
func migration0009(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE health_category ADD COLUMN limited_from INTEGER;
            -- Why the app is not woken for it in the background.
            ALTER TABLE health_category ADD COLUMN refusal TEXT;
            CREATE TABLE health_flaw (
                category TEXT NOT NULL,
                stamp INTEGER NOT NULL,
                flaw TEXT NOT NULL,
                PRIMARY KEY (category, stamp)
            ) WITHOUT ROWID;
            """
    )
}
