import GRDB

/// The first schema.
func migration0001(_ db: Database) throws {
    try db.execute(sql: EntityTable.creation(named: "entity"))
    try db.execute(sql: EntityTable.indexes(of: "entity", generation: 1))
    try db.execute(
        sql: """
            -- What waits to be sent. The order of seq is the order of recording.
            CREATE TABLE mutation (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                id BLOB NOT NULL,
                kind INTEGER NOT NULL,
                operation TEXT NOT NULL,
                entity_id BLOB NOT NULL,
                base_version INTEGER,
                edited_at INTEGER NOT NULL,
                fields TEXT NOT NULL,
                recorded_at INTEGER NOT NULL,
                state INTEGER NOT NULL DEFAULT 0,
                attempts INTEGER NOT NULL DEFAULT 0,
                next_attempt_at INTEGER NOT NULL DEFAULT 0,
                problem TEXT
            );
            CREATE INDEX mutation_by_entity ON mutation (entity_id, seq);
            CREATE INDEX mutation_parents ON mutation (entity_id) WHERE kind < 4;
            CREATE INDEX mutation_undecided ON mutation (seq, state) WHERE state > 0;
            CREATE INDEX mutation_postponed ON mutation (next_attempt_at, seq)
                WHERE next_attempt_at > 0 AND state = 0;

            -- What a pull brought for an entity whose mutation may be on its way.
            CREATE TABLE held (
                entity_id BLOB PRIMARY KEY,
                kind INTEGER NOT NULL,
                version INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                deleted_at INTEGER,
                content TEXT NOT NULL
            ) WITHOUT ROWID;

            -- Values that lost a conflict.
            CREATE TABLE conflict (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                entity_id BLOB NOT NULL,
                kind INTEGER NOT NULL,
                field TEXT NOT NULL,
                base TEXT,
                local TEXT,
                remote TEXT,
                winner TEXT NOT NULL,
                resolved_at INTEGER NOT NULL,
                acknowledged INTEGER NOT NULL DEFAULT 0
            );
            CREATE INDEX conflict_by_entity ON conflict (entity_id);
            CREATE INDEX conflict_open ON conflict (seq) WHERE acknowledged = 0;

            -- This device's last result of each derived event.
            CREATE TABLE derived (
                id BLOB PRIMARY KEY,
                category TEXT NOT NULL,
                day INTEGER NOT NULL,
                hash BLOB NOT NULL,
                samples INTEGER NOT NULL,
                newest INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX derived_by_day ON derived (category, day);

            -- Single values: cursor, epoch, device id, clock offset, health anchors.
            CREATE TABLE meta (
                key TEXT PRIMARY KEY,
                value BLOB
            ) WITHOUT ROWID;
            """
    )
}

/// The table of entities, which a bootstrap builds a second time beside the first.
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
            base TEXT
        );
        """
    }

    /// The indexes of a table of entities.
    ///
    /// Their names are the database's, so a table that is built beside another has a generation of
    /// its own.
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

    /// The generation that the indexes of `entity` have now.
    static func generation(_ db: Database) throws -> Int {
        let isFirst = try Bool.fetchOne(
            db,
            sql: "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'entity_by_id_1'"
        )
        return isFirst == true ? 1 : 2
    }

    static let columns = """
        id, kind, version, created_at, updated_at, deleted_at, event_type_id, timestamp, \
        unique_name, content, base
        """
}
