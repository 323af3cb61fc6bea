import Foundation
import GRDB
import Testing
import TrendyKit
import TrendyModel

@testable import TrendyServer
@testable import TrendyStore

@Suite("Databases from before tables, columns and event properties were renamed")
struct RenamedSchemaTests {
    private let content = """
        {"event_type_id":"x","notes":"says \\"in_doubt\\": yes","properties":\
        {"entry_known_by":{"type":"text","value":"crossing"},"exit_known_by":{"type":"text",\
        "value":"state"},"in_doubt":{"type":"boolean","value":true},"last_elsewhere":\
        {"type":"date","value":"2026-01-01T00:00:00Z"}}}
        """
    private let renamed = """
        {"event_type_id":"x","notes":"says \\"in_doubt\\": yes","properties":\
        {"entry_source":{"type":"text","value":"crossing"},"exit_source":{"type":"text",\
        "value":"state"},"unconfirmed":{"type":"boolean","value":true},"last_outside_fix":\
        {"type":"date","value":"2026-01-01T00:00:00Z"}}}
        """

    private func directory() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    @Test("A device keeps every row and renames properties inside stored JSON")
    func device() async throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "old.sqlite").path
        let old = try DatabaseQueue(path: path)
        try DeviceMigrations.migrator.migrate(old, upTo: "0015")
        try await old.write { [content] db in
            for id in [Data(repeating: 1, count: 16), Data(repeating: 2, count: 15) + [0]] {
                try db.execute(
                    sql: """
                        INSERT INTO mutation (id, kind, operation, entity_id, edited_at, fields,
                            recorded_at, is_history) VALUES (?, 4, 'create', ?, 1, ?, 1, 1)
                        """,
                    arguments: [id, id, content]
                )
            }
            try db.execute(
                sql: """
                    INSERT INTO entity (id, kind, version, created_at, updated_at, content, base)
                        VALUES (x'01', 4, 3, 1, 1, :content, :content);
                    INSERT INTO held VALUES (x'02', 4, 5, 1, 1, NULL, :content);
                    INSERT INTO conflict (entity_id, kind, field, local, winner, resolved_at)
                        VALUES (x'01', 4, 'properties.in_doubt', 'true', 'local', 1);
                    INSERT INTO past_deletion VALUES (x'03', 7);
                    INSERT INTO place (geofence_id, is_open, is_own, is_uncertain, observations,
                        visits, told_inside, seen_end, gap_start, gap_end, last_elsewhere)
                        VALUES (x'04', 1, 1, 0, 1, 1, 11, 12, 13, 14, 15);
                    INSERT INTO past_presence (visit_id, geofence_id, last_inside, left_at)
                        VALUES (x'05', x'04', 1, 21);
                    INSERT INTO own_visit VALUES (x'06', x'04', NULL, 31);
                    INSERT INTO place_watch (id, slots, armed_at, has_asked_always)
                        VALUES (1, 19, 41, 1);
                    INSERT INTO region_signal (region, what, at, received_at)
                        VALUES ('r', 'unheard', 51, 52);
                    INSERT INTO health_flaw VALUES ('steps', 61, 'noDate');
                    INSERT INTO health_day VALUES ('steps', 1, x'71', x'72', 0);
                    INSERT INTO health_category (category, revisited, limited_from)
                        VALUES ('steps', 81, 82);
                    INSERT INTO meta VALUES ('unanswered', '1,2'), ('sent_history_through', '2');
                    """,
                arguments: ["content": content]
            )
        }
        try old.close()

        let store = try DeviceStore(path: path, dependencies: .live())
        try await store.close()

        let new = try DatabaseQueue(path: path)
        let found = try await new.read { db in
            try [
                "SELECT content FROM entity", "SELECT server_content FROM entity",
                "SELECT content FROM deferred_change", "SELECT fields FROM mutation WHERE seq = 1",
                "SELECT fields FROM mutation WHERE is_backfill = 1 AND seq = 2",
                "SELECT field FROM conflict", "SELECT deleted_at FROM reverted_deletion",
                """
                SELECT last_reported_inside || observed_exit || unobserved_start
                    || unobserved_end || last_outside_fix FROM place_state
                """,
                "SELECT left_at FROM closed_stay", "SELECT entered_at FROM local_visit",
                """
                SELECT region_limit || placed_at || has_requested_always
                FROM region_monitor_state
                """,
                "SELECT kind || at FROM region_event",
                "SELECT fingerprint || reason FROM rejected_sample",
                "SELECT hex(input_hash) FROM health_day",
                "SELECT rescan_cursor || readable_from FROM health_category",
                "SELECT value FROM meta WHERE key = 'in_flight'",
                "SELECT value FROM meta WHERE key = 'sent_backfill_through'",
            ].map { try String.fetchOne(db, sql: $0) }
        }
        #expect(
            found == [
                renamed, renamed, renamed, renamed, renamed, "properties.unconfirmed", "7",
                "1112131415", "21", "31", "19411", "missed_crossing51", "61noDate", "71", "8182",
                "1,2", "2",
            ]
        )
        let ids = try await new.read { try Data.fetchAll($0, sql: "SELECT id FROM mutation") }
        #expect(ids.count == 2 && !ids.contains(Data(repeating: 1, count: 16)))
        #expect(!ids.contains(Data(repeating: 2, count: 15) + [0]))
        try new.close()
    }

    @Test("A server keeps its records and counts the bytes of the renamed content")
    func server() async throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let old = try DatabaseQueue(path: directory.appending(path: "old.sqlite").path)
        try ServerMigrations.migrator.migrate(old, upTo: Migration0004.name)
        try await old.write { [content] db in
            let columns = try db.columns(in: "account").filter { $0.isNotNull && $0.name != "id" }
            let names = columns.map(\.name).joined(separator: ", ")
            let values = columns.map { _ in "'1'" }.joined(separator: ", ")
            try db.execute(sql: "INSERT INTO account (id, \(names)) VALUES (x'01', \(values))")
            try db.execute(
                sql: """
                    INSERT INTO entity (account, id, kind, version, created_at, updated_at, content)
                        VALUES (x'01', x'02', 4, 1, 1, 1, ?)
                    """,
                arguments: [content]
            )
            try db.execute(
                sql: """
                    INSERT INTO receipt VALUES (x'01', x'03', 1, x'04', 5);
                    INSERT INTO past_life (account, epoch, version) VALUES (x'01', 'e', 9);
                    """
            )
        }

        try ServerMigrations.migrator.migrate(old)

        let found = try await old.read { db in
            try [
                "SELECT content FROM entity", "SELECT content_bytes FROM account",
                "SELECT hex(request_hash) FROM idempotency_record",
                "SELECT epoch || version FROM previous_epoch",
            ].map { try String.fetchOne(db, sql: $0) }
        }
        #expect(found == [renamed, String(renamed.utf8.count), "04", "e9"])
        try old.close()
    }
}
