import GRDB

/// The schema of the table of entities, which a bootstrap creates a second time as `staged`.
enum EntityTable {
    static func creation(named name: String) -> String {
        """
        CREATE TABLE \(name) (
            id BLOB NOT NULL,
            kind INTEGER NOT NULL,
            version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER,
            event_type_id BLOB,
            timestamp INTEGER,
            unique_name TEXT,
            content TEXT NOT NULL,
            server_content TEXT
        );
        """
    }

    /// The SQL that creates the indexes of a table of entities.
    ///
    /// - `generation`: a suffix of the index names, which are unique in a database. It differs
    ///   between `entity` and `staged`.
    static func indexes(of table: String, generation: Int) -> String {
        """
        CREATE UNIQUE INDEX entity_by_id_\(generation) ON \(table) (id);
        CREATE INDEX entity_by_time_\(generation) ON \(table) (timestamp, id)
            WHERE kind = 4 AND deleted_at IS NULL;
        CREATE INDEX entity_by_type_\(generation) ON \(table) (event_type_id, timestamp, id)
            WHERE event_type_id IS NOT NULL AND deleted_at IS NULL;
        CREATE INDEX entity_by_name_\(generation) ON \(table) (kind, unique_name, id)
            WHERE unique_name IS NOT NULL;
        """
    }

    /// The generation of the indexes of `entity`.
    static func generation(_ db: Database) throws -> Int {
        let isFirst = try Bool.fetchOne(
            db,
            sql: "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'entity_by_id_1'"
        )
        return isFirst == true ? 1 : 2
    }

    static let columns = """
        id, kind, version, created_at, updated_at, deleted_at, event_type_id, timestamp, \
        unique_name, content, server_content
        """
}
