import GRDB

/// The numbered migrations of the publish queue.
///
/// A migration is never edited after a release.
enum PublishMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001", migrate: migration0001)
        return migrator
    }

    private static func migration0001(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE message (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    id BLOB NOT NULL UNIQUE,
                    sink TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    topic TEXT NOT NULL,
                    payload BLOB NOT NULL,
                    is_retained INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    has_failed INTEGER NOT NULL DEFAULT 0,
                    last_error TEXT
                );
                CREATE INDEX message_by_sink ON message (sink, has_failed, sequence);
                CREATE INDEX message_by_topic ON message (sink, topic, sequence)
                    WHERE kind <> 'visit' AND has_failed = 0;

                CREATE TABLE topic_state (
                    sink TEXT NOT NULL,
                    topic TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    payload BLOB NOT NULL,
                    is_retained INTEGER NOT NULL,
                    PRIMARY KEY (sink, topic)
                ) WITHOUT ROWID;

                CREATE TABLE visit (
                    id BLOB NOT NULL PRIMARY KEY,
                    place BLOB,
                    started_at INTEGER NOT NULL,
                    ended_at INTEGER
                ) WITHOUT ROWID;

                CREATE TABLE sink (
                    name TEXT NOT NULL PRIMARY KEY,
                    failures INTEGER NOT NULL DEFAULT 0,
                    next_attempt_at INTEGER,
                    last_error TEXT,
                    last_error_at INTEGER,
                    last_delivery_at INTEGER,
                    delivered INTEGER NOT NULL DEFAULT 0,
                    dropped INTEGER NOT NULL DEFAULT 0
                ) WITHOUT ROWID;

                CREATE TABLE scan (
                    device BLOB NOT NULL,
                    started_at INTEGER NOT NULL,
                    scanned_at INTEGER NOT NULL
                );
                """
        )
    }
}
