import GRDB

/// Migration 0001: the first schema.
///
/// Never edited once released.
enum Migration0001 {
    static let name = "0001"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: accounts)
        try db.execute(sql: entities)
    }

    private static let accounts = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

        CREATE TABLE account (
            id BLOB PRIMARY KEY,
            email TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            sequence INTEGER NOT NULL DEFAULT 0,
            tombstones_collected_to INTEGER NOT NULL DEFAULT 0,
            event_types INTEGER NOT NULL DEFAULT 0,
            property_definitions INTEGER NOT NULL DEFAULT 0,
            geofences INTEGER NOT NULL DEFAULT 0,
            events INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;

        CREATE TABLE session (
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (account, id)
        ) WITHOUT ROWID;

        CREATE TABLE refresh_token (
            account BLOB NOT NULL,
            hash BLOB NOT NULL,
            session BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            used_at INTEGER,
            PRIMARY KEY (account, hash),
            FOREIGN KEY (account, session) REFERENCES session (account, id) ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX refresh_token_session ON refresh_token (account, session);

        CREATE TABLE device (
            account BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            reported_at INTEGER NOT NULL,
            name TEXT NOT NULL,
            pending INTEGER NOT NULL,
            failed INTEGER NOT NULL,
            oldest_pending_seconds INTEGER,
            app_version TEXT NOT NULL,
            schema_version INTEGER NOT NULL,
            PRIMARY KEY (account, id)
        ) WITHOUT ROWID;
        """

    // A tombstone has no timestamp, type or name, so no index for lists contains it.
    private static let entities = """
        CREATE TABLE entity (
            account BLOB NOT NULL,
            id BLOB NOT NULL,
            kind INTEGER NOT NULL,
            version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER,
            event_type_id BLOB,
            timestamp INTEGER,
            unique_name TEXT,
            source_type TEXT,
            content TEXT NOT NULL,
            PRIMARY KEY (account, id),
            UNIQUE (account, version)
        );
        CREATE UNIQUE INDEX entity_name ON entity (account, kind, unique_name)
            WHERE unique_name IS NOT NULL;
        CREATE INDEX entity_kind ON entity (account, kind, id) WHERE kind < 4;
        CREATE INDEX entity_time ON entity (account, timestamp, id) WHERE timestamp IS NOT NULL;
        CREATE INDEX entity_type ON entity (account, event_type_id, timestamp, id)
            WHERE event_type_id IS NOT NULL;
        CREATE INDEX entity_tombstone ON entity (account, deleted_at)
            WHERE deleted_at IS NOT NULL;

        CREATE TABLE receipt (
            account BLOB NOT NULL,
            id BLOB NOT NULL,
            version INTEGER,
            request_hash BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (account, id)
        ) WITHOUT ROWID;
        """
}
