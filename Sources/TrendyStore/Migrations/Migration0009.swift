import GRDB

/// From when on samples of a category may be read, where older ones are withheld.
func migration0009(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE health_category ADD COLUMN limited_from INTEGER")
}
