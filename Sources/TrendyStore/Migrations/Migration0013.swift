import GRDB

/// When a visit that goes on here was seen to end by another device; and how long nothing had told
/// that the person was still there, before something did again.
func migration0013(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE place ADD COLUMN seen_end INTEGER;
            ALTER TABLE place ADD COLUMN gap_start INTEGER;
            ALTER TABLE place ADD COLUMN gap_end INTEGER;
            """
    )
}
