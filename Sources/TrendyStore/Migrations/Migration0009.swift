import GRDB

/// From when on samples of a category may be read, where older ones are withheld; and the samples
/// that are kept out, since they cannot be true.
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
