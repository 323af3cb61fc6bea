import Foundation
import GRDBSQLite
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

/// Measures recording an event durably (entity and mutation), alternating with the same two rows
/// written by SQLite alone at the same durability.
func measureWrite(_ directory: String, count: Int, rounds: Int) async throws {
    let path = directory + "/device.sqlite"
    let store = try DeviceStore(path: path, dependencies: .live())
    let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
    let raw = RawWriter(directory + "/raw.sqlite", like: path)
    defer { raw.finish() }
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

/// Writes the same two rows with the same columns and indexes directly.
private struct RawWriter {
    private let database: RawDatabase
    private let entity: RawDatabase.Statement
    private let mutation: RawDatabase.Statement
    private let ids = Dependencies.live().ids

    init(_ path: String, like source: String) {
        database = RawDatabase(path, like: source, tables: ["entity", "mutation"])
        entity = database.prepare(
            """
            INSERT INTO entity (id, kind, version, created_at, updated_at, event_type_id, timestamp,
                content) VALUES (?, 4, 0, ?, ?, ?, ?, ?)
            """
        )
        mutation = database.prepare(
            """
            INSERT INTO mutation (id, kind, operation, entity_id, edited_at, fields, recorded_at,
                is_backfill) VALUES (?, 4, 'create', ?, ?, ?, ?, 0)
            """
        )
    }

    func finish() {
        for statement in [entity, mutation] { sqlite3_finalize(statement) }
    }

    func write(_ event: Event) {
        let transient = RawDatabase.transient
        let id = ids.next().bytes
        let content = event.document.json.utf8
        let time = event.timestamp.milliseconds
        database.execute("BEGIN IMMEDIATE")
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
        database.run(entity)
        database.run(mutation)
        database.execute("COMMIT")
    }
}
