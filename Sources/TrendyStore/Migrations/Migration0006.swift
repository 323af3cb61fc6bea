import GRDB

/// Adds the state of places and region monitoring.
func migration0006(_ db: Database) throws {
    try db.execute(
        sql: """
            -- One geofence: its last visit, open or closed, and when the person was known where.
            CREATE TABLE place (
                geofence_id BLOB PRIMARY KEY,
                visit_id BLOB,
                is_open INTEGER NOT NULL,
                is_own INTEGER NOT NULL,
                is_uncertain INTEGER NOT NULL,
                entered_after INTEGER,
                entered_at INTEGER,
                left_at INTEGER,
                last_inside INTEGER,
                last_outside INTEGER,
                observations INTEGER NOT NULL,
                visits INTEGER NOT NULL
            ) WITHOUT ROWID;

            -- Visits that this device recorded and another one may have recorded as well.
            CREATE TABLE own_visit (
                event_id BLOB PRIMARY KEY,
                geofence_id BLOB NOT NULL,
                entered_after INTEGER,
                entered_at INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX own_visit_by_time ON own_visit (entered_at);

            -- What the system told of regions, as it told it; the newest of it.
            CREATE TABLE region_signal (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                region TEXT NOT NULL,
                what TEXT NOT NULL,
                at INTEGER NOT NULL,
                received_at INTEGER NOT NULL
            );

            -- What the watch over regions knows; one row.
            CREATE TABLE place_watch (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                latitude REAL,
                longitude REAL,
                accuracy REAL,
                fixed_at INTEGER,
                sentinel_latitude REAL,
                sentinel_longitude REAL,
                sentinel_radius REAL,
                armed_at INTEGER,
                signalled_at INTEGER,
                authorization TEXT,
                is_downgraded INTEGER NOT NULL DEFAULT 0,
                slots INTEGER,
                failure TEXT,
                failed_at INTEGER,
                has_asked_always INTEGER NOT NULL DEFAULT 0
            );
            """
    )
}
