import Foundation
import GRDB
import Testing
import TrendyKit
import TrendyModel
import TrendySync

@testable import TrendyStore

@Suite("Databases of earlier versions")
struct OlderSchemaTests {
    private let type = EntityID.derived(kind: "event_type", naturalKey: "coffee")
    private let events = (0..<3).map { EntityID.derived(kind: "event", naturalKey: "\($0)") }

    @Test(
        "Pending mutations of every earlier schema are kept unchanged and sent",
        arguments: 1..<DeviceMigrations.schemaVersion
    )
    func queue(version: Int) async throws {
        try await TestWorld.run { world in
            let path = world.directory + "/old.sqlite"
            try leaveQueue(in: path, schema: version)

            let store = try DeviceStore(path: path, dependencies: .live())
            let before = try await store.read { try $0.queue.status() }
            let failed = try await store.read { try $0.queue.failedMutations() }
            let a = try await world.device("a", store: store)
            let report = try await a.sync()
            try await store.write { try $0.queue.retry(.all) }
            try await a.sync()

            #expect(before.pending == 4 && before.failed == 1 && before.inFlight == 2)
            #expect(failed.first?.problem == RawJSON("no") && failed.first?.attempts == 5)
            #expect(report.pushed == 4)
            let b = try await world.device("b")
            try await b.sync()
            let contents = try await b.contents()
            #expect(Set(contents.keys) == Set(events + [type]))
            #expect(contents[events[1]]?.description.contains("later") == true)
            #expect(try await a.agrees())
        }
    }

    /// Writes a queue as an earlier schema had it: sent without a result, postponed, blocked behind
    /// that, and rejected.
    private func leaveQueue(in path: String, schema: Int) throws {
        let database = try DatabaseQueue(path: path)
        try DeviceMigrations.migrator.migrate(database, upTo: String(format: "%04d", schema))
        let now = SystemWallClock().now()
        try database.write { db in
            try insert(db, type, .eventType, EventType(name: "Coffee").document)
            try enqueue(db, type, .eventType, "create", EventType(name: "Coffee").document)
            for id in events {
                let event = Event(eventTypeID: type, timestamp: now, sourceType: .manual).document
                var edited = event
                if id == events[1] { edited["notes"] = RawJSON("later") }
                try insert(db, id, .event, edited)
                try enqueue(db, id, .event, "create", event)
            }
            var change = Document()
            change["notes"] = RawJSON("later")
            try enqueue(db, events[1], .event, "update", change)
            try db.execute(
                sql: """
                    UPDATE mutation SET attempts = 2, next_attempt_at = ?, problem = '"busy"'
                    WHERE seq = 3;
                    UPDATE mutation SET attempts = 5, state = 2, problem = '"no"' WHERE seq = 4;
                    INSERT INTO meta VALUES ('sent_through', ?);
                    """,
                arguments: [now.milliseconds, Data("4".utf8)]
            )
        }
        try database.close()
    }

    private func insert(
        _ db: Database,
        _ id: EntityID,
        _ kind: EntityKind,
        _ document: Document
    ) throws {
        let keys = EntityKeys(kind: kind, document: document)
        try db.execute(
            sql: """
                INSERT INTO entity (id, kind, version, created_at, updated_at, event_type_id,
                    timestamp, unique_name, content)
                VALUES (?, ?, 0, 1, 1, ?, ?, ?, ?)
                """,
            arguments: [
                Data(id.bytes), kind.rawValue, keys.eventTypeID.map { Data($0.bytes) },
                keys.timestamp?.milliseconds, keys.uniqueName, document.json.description,
            ]
        )
    }

    private func enqueue(
        _ db: Database,
        _ id: EntityID,
        _ kind: EntityKind,
        _ operation: String,
        _ fields: Document
    ) throws {
        let now = SystemWallClock().now().milliseconds
        try db.execute(
            sql: """
                INSERT INTO mutation (id, kind, operation, entity_id, edited_at, fields, recorded_at)
                VALUES (randomblob(16), ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                kind.rawValue, operation, Data(id.bytes), now, fields.json.description, now,
            ]
        )
    }
}
