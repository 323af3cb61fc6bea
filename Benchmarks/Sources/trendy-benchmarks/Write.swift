import Foundation
import GRDBSQLite
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

/// Measures recording an event durably (entity and mutation), alternating with the same two rows
/// written by SQLite alone at the same durability.
func measureWrite(_ directory: String, count: Int, rounds: Int) async throws {
    let store = try DeviceStore(path: directory + "/device.sqlite", dependencies: .live())
    let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
    let raw = try RawWriter(directory + "/raw.sqlite")
    var ratios: [Double] = []
    var rates: [Double] = []
    for round in 0..<rounds {
        let events = (0..<count).map { sample(type, $0 + round * count) }
        let ours = try await seconds {
            for event in events { try await store.write { try $0.entities.create(event) } }
        }
        let theirs = await seconds {
            for event in events { raw.write(event) }
        }
        ratios.append(theirs / ours)
        rates.append(Double(count) / ours)
    }
    report("record an event, durable", median(rates), "/s")
    report("rate relative to raw SQLite", median(ratios) * 100, "%")
    try await store.close()
}

private func sample(_ type: EntityID, _ index: Int) -> Event {
    var event = Event(
        eventTypeID: type,
        timestamp: Instant(seconds: 1_700_000_000 + Int64(index)),
        sourceType: .manual
    )
    event.notes = "number \(index)"
    event.properties["cups"] = .number(JSONNumber(Int64(index)))
    return event
}

/// The same two rows with the same columns and indexes, written directly.
private final class RawWriter {
    private var database: OpaquePointer?
    private var entity: OpaquePointer?
    private var mutation: OpaquePointer?
    private let ids = Dependencies.live().ids

    init(_ path: String) throws {
        sqlite3_open(path, &database)
        execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000;
            CREATE TABLE entity (id BLOB NOT NULL, kind INTEGER NOT NULL, version INTEGER NOT NULL,
                created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER,
                event_type_id BLOB, timestamp INTEGER, unique_name TEXT, content TEXT NOT NULL,
                base TEXT);
            CREATE UNIQUE INDEX entity_by_id ON entity (id);
            CREATE INDEX entity_by_time ON entity (timestamp, id)
                WHERE kind = 4 AND deleted_at IS NULL;
            CREATE INDEX entity_by_type ON entity (event_type_id, timestamp)
                WHERE event_type_id IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX entity_by_name ON entity (kind, unique_name)
                WHERE unique_name IS NOT NULL;
            CREATE TABLE mutation (seq INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL,
                kind INTEGER NOT NULL, operation TEXT NOT NULL, entity_id BLOB NOT NULL,
                base_version INTEGER, edited_at INTEGER NOT NULL, fields TEXT NOT NULL,
                recorded_at INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0,
                attempts INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER NOT NULL DEFAULT 0,
                problem TEXT);
            CREATE INDEX mutation_by_entity ON mutation (entity_id, seq);
            CREATE INDEX mutation_parents ON mutation (entity_id) WHERE kind < 4;
            """
        )
        sqlite3_prepare_v2(
            database,
            "INSERT INTO entity VALUES (?, 4, 0, ?, ?, NULL, ?, ?, NULL, ?, NULL)",
            -1,
            &entity,
            nil
        )
        sqlite3_prepare_v2(
            database,
            """
            INSERT INTO mutation (id, kind, operation, entity_id, edited_at, fields, recorded_at)
            VALUES (?, 4, 'create', ?, ?, ?, ?)
            """,
            -1,
            &mutation,
            nil
        )
    }

    func write(_ event: Event) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let id = ids.next().bytes
        let content = event.document.json.utf8
        let time = event.timestamp.milliseconds
        execute("BEGIN IMMEDIATE")
        sqlite3_bind_blob(entity, 1, id, 16, transient)
        sqlite3_bind_int64(entity, 2, time)
        sqlite3_bind_int64(entity, 3, time)
        sqlite3_bind_blob(entity, 4, event.eventTypeID.bytes, 16, transient)
        sqlite3_bind_int64(entity, 5, time)
        content.withUnsafeBytes { bytes in
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            sqlite3_bind_text(entity, 6, text, Int32(bytes.count), transient)
            sqlite3_bind_text(mutation, 4, text, Int32(bytes.count), transient)
        }
        sqlite3_bind_blob(mutation, 1, ids.next().bytes, 16, transient)
        sqlite3_bind_blob(mutation, 2, id, 16, transient)
        sqlite3_bind_int64(mutation, 3, time)
        sqlite3_bind_int64(mutation, 5, time)
        for statement in [entity, mutation] {
            precondition(sqlite3_step(statement) == SQLITE_DONE, "A row was not written")
            sqlite3_reset(statement)
        }
        execute("COMMIT")
    }

    private func execute(_ sql: String) {
        precondition(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, "SQL failed: \(sql)")
    }
}
