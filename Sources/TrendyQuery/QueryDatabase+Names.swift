extension QueryDatabase {
    /// Reads the names of types and places again after a commit of another connection.
    ///
    /// The names are in temporary tables, because a query may need one for each of a million events.
    func refreshNames() throws(QueryError) {
        let version = try connection.rows("PRAGMA main.data_version").first?.first
        guard version != dataVersion else { return }
        try connection.execute("PRAGMA query_only = OFF")
        do {
            try connection.execute("BEGIN; \(Self.names); COMMIT")
        } catch {
            // The first error has the cause. The names stay as they were.
            try? connection.execute("ROLLBACK")
            try connection.execute("PRAGMA query_only = ON")
            throw error
        }
        try connection.execute("PRAGMA query_only = ON")
        dataVersion = version
    }

    /// Types and places have unique names, whose index finds them among a million events.
    private static let names = """
        DELETE FROM trendy_type;
        INSERT INTO trendy_type
            SELECT id, json_extract(content, '$.name') FROM main.entity
            WHERE kind = 1 AND unique_name IS NOT NULL;
        DELETE FROM trendy_place;
        INSERT INTO trendy_place
            SELECT trendy_uuid(id), json_extract(content, '$.name') FROM main.entity
            WHERE kind = 3 AND unique_name IS NOT NULL AND deleted_at IS NULL;
        """
}
