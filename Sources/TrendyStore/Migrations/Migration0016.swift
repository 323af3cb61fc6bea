import GRDB

/// Renames tables, columns and synced event properties to the terms that the code uses.
///
/// The entities of a server are renamed by its own migration, so both sides hold the same content
/// again without sending anything.
func migration0016(_ db: Database) throws {
    try db.execute(
        sql: """
            ALTER TABLE held RENAME TO deferred_change;

            ALTER TABLE past_deletion RENAME TO reverted_deletion;

            DROP INDEX past_presence_by_end;
            ALTER TABLE past_presence RENAME TO closed_stay;
            CREATE INDEX closed_stay_by_end ON closed_stay (left_at);

            DROP INDEX own_visit_by_time;
            ALTER TABLE own_visit RENAME TO local_visit;
            CREATE INDEX local_visit_by_time ON local_visit (entered_at);

            ALTER TABLE place RENAME TO place_state;
            ALTER TABLE place_state RENAME COLUMN told_inside TO last_reported_inside;
            ALTER TABLE place_state RENAME COLUMN seen_end TO observed_exit;
            ALTER TABLE place_state RENAME COLUMN gap_start TO unobserved_start;
            ALTER TABLE place_state RENAME COLUMN gap_end TO unobserved_end;
            ALTER TABLE place_state RENAME COLUMN last_elsewhere TO last_outside_fix;

            ALTER TABLE place_watch RENAME TO region_monitor_state;
            ALTER TABLE region_monitor_state RENAME COLUMN slots TO region_limit;
            ALTER TABLE region_monitor_state RENAME COLUMN armed_at TO placed_at;
            ALTER TABLE region_monitor_state RENAME COLUMN has_asked_always TO has_requested_always;

            ALTER TABLE region_signal RENAME TO region_event;
            ALTER TABLE region_event RENAME COLUMN what TO kind;
            UPDATE region_event SET kind = 'missed_crossing' WHERE kind = 'unheard';

            ALTER TABLE health_flaw RENAME TO rejected_sample;
            ALTER TABLE rejected_sample RENAME COLUMN stamp TO fingerprint;
            ALTER TABLE rejected_sample RENAME COLUMN flaw TO reason;

            ALTER TABLE health_day RENAME COLUMN stamp TO input_hash;
            ALTER TABLE health_category RENAME COLUMN revisited TO rescan_cursor;
            ALTER TABLE health_category RENAME COLUMN limited_from TO readable_from;

            ALTER TABLE mutation RENAME COLUMN is_history TO is_backfill;

            UPDATE meta SET key = 'sent_backfill_through' WHERE key = 'sent_history_through';
            UPDATE meta SET key = 'in_flight' WHERE key = 'unanswered';
            """
    )
    for table in try entityTables(db) {
        try db.execute(sql: "ALTER TABLE \(table) RENAME COLUMN base TO server_content")
        try renameProperties(db, in: table, columns: ["content", "server_content"])
    }
    try renameProperties(db, in: "deferred_change", columns: ["content"])
    try renameProperties(db, in: "quarantine", columns: ["json"])
    try renameProperties(db, in: "conflict", columns: ["base", "local", "remote"])
    try renamePropertiesOfMutations(db)
    for (old, new) in renamedProperties {
        try db.execute(
            sql: "UPDATE conflict SET field = ? WHERE field = ?",
            arguments: ["properties.\(new)", "properties.\(old)"]
        )
    }
}

/// The event properties that have another name from this migration on.
private let renamedProperties = [
    ("entry_known_by", "entry_source"),
    ("exit_known_by", "exit_source"),
    ("in_doubt", "unconfirmed"),
    ("last_elsewhere", "last_outside_fix"),
]

/// `entity`, and the table that an unfinished snapshot is collected in.
private func entityTables(_ db: Database) throws -> [String] {
    try db.tableExists("staged") ? ["entity", "staged"] : ["entity"]
}

/// Replaces property names in columns of compact JSON, where a name is always `"name":`.
///
/// A text value cannot contain that: its quotation marks are escaped.
private func renameProperties(_ db: Database, in table: String, columns: [String]) throws {
    for column in columns {
        for (old, new) in renamedProperties {
            try db.execute(
                sql: """
                    UPDATE \(table) SET \(column) = replace(\(column), ?1, ?2)
                    WHERE instr(\(column), ?1) > 0
                    """,
                arguments: ["\"\(old)\":", "\"\(new)\":"]
            )
        }
    }
}

/// Renames properties in mutations that are still to be sent.
///
/// The server refuses a known mutation id with other content, and one of these may have been sent
/// already. Each therefore gets another id; the server merges what it has applied before.
private func renamePropertiesOfMutations(_ db: Database) throws {
    var renamed = "fields"
    var arguments: StatementArguments = []
    for (old, new) in renamedProperties {
        renamed = "replace(\(renamed), ?, ?)"
        arguments += ["\"\(old)\":", "\"\(new)\":"]
    }
    try db.execute(
        sql: """
            UPDATE mutation SET
                fields = \(renamed),
                id = substr(id, 1, 15) || iif(substr(id, 16) = x'00', x'01', x'00')
            WHERE fields <> \(renamed)
            """,
        arguments: arguments + arguments
    )
}
