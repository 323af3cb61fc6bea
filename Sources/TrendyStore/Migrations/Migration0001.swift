import GRDB

/// Creates the schema: entities, mutations, deferred changes, conflicts, derived events, values.
func migration0001(_ db: Database) throws {
    try db.execute(
        sql: """
            CREATE TABLE entity (
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
    )
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
