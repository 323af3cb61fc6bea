import GRDB

/// Adds the observations of visits that a later visit to the same place follows.
func migration0011(_ db: Database) throws {
    try db.execute(
        sql: """
            CREATE TABLE past_presence (
                visit_id BLOB PRIMARY KEY,
                geofence_id BLOB NOT NULL,
                last_inside INTEGER NOT NULL,
                left_at INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX past_presence_by_end ON past_presence (left_at);
            """
    )
}
