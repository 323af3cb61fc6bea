import GRDB

/// What the system says of a place when it is asked, which may be from memory; and since when
/// visits may have begun on which others have followed.
func migration0012(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE place ADD COLUMN told_inside INTEGER;
            ALTER TABLE past_presence ADD COLUMN entered_after INTEGER;
            """
    )
}
