import GRDB

/// Adds the quarantine of undecodable changes and the history of sync runs.
func migration0002(_ db: Database) throws {
    try db.execute(
        sql: """
            -- Changes of the server that this program cannot read.
            CREATE TABLE quarantine (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                entity_id BLOB,
                kind TEXT NOT NULL,
                reason TEXT NOT NULL,
                json TEXT NOT NULL,
                noticed_at INTEGER NOT NULL
            );
            CREATE UNIQUE INDEX quarantine_by_entity ON quarantine (entity_id);

            -- The last runs of sync.
            CREATE TABLE sync_run (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                started_at INTEGER NOT NULL,
                milliseconds INTEGER NOT NULL,
                trigger TEXT NOT NULL,
                pushed INTEGER NOT NULL,
                pulled INTEGER NOT NULL,
                conflicts INTEGER NOT NULL,
                failed INTEGER NOT NULL,
                outcome TEXT NOT NULL,
                reason TEXT
            );
            """
    )
}
