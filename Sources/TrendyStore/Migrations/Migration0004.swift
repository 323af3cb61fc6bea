import GRDB

/// Adds the state of health capture and the inputs of computed days.
func migration0004(_ db: Database) throws {
    try db.execute(
        sql: """
            CREATE TABLE health_category (
                category TEXT PRIMARY KEY,
                -- Where the next read of changes starts.
                anchor BLOB,
                -- The days that the first import has still to do: pairs of first and last.
                backfill BLOB,
                -- How many days the first import had to do, and when it began.
                backfill_days INTEGER NOT NULL DEFAULT 0,
                backfill_since INTEGER,
                -- The last time that a day changed, and the end of the newest sample.
                changed_at INTEGER,
                newest INTEGER,
                -- Older days are gone over a few at a time: the next are before this one.
                revisited INTEGER,
                failure TEXT,
                failed_at INTEGER,
                is_enabled INTEGER NOT NULL DEFAULT 1,
                notifies INTEGER NOT NULL DEFAULT 0,
                event_type_id BLOB
            ) WITHOUT ROWID;
            INSERT INTO health_category (category, anchor)
                SELECT substr(key, 15), value FROM meta WHERE key LIKE 'health_anchor/%';
            DELETE FROM meta WHERE key LIKE 'health_anchor/%';

            -- The samples that a day was last computed from: a stamp of how, and four bytes of each.
            CREATE TABLE health_day (
                category TEXT NOT NULL,
                day INTEGER NOT NULL,
                stamp BLOB NOT NULL,
                samples BLOB NOT NULL,
                PRIMARY KEY (category, day)
            );
            """
    )
}
