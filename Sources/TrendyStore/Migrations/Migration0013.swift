import GRDB

/// Adds the exit of an open visit that another device observed, and the last interval of a visit
/// without observations.
func migration0013(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE place ADD COLUMN seen_end INTEGER;
            ALTER TABLE place ADD COLUMN gap_start INTEGER;
            ALTER TABLE place ADD COLUMN gap_end INTEGER;
            """
    )
}
