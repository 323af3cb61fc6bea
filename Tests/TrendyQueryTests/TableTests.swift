import Foundation
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@testable import TrendyQuery

@Suite("Tables for queries")
struct TableTests {
    @Test("Events have their type, times, local day, place and properties")
    func events() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        let coffees = try database.lines(
            """
            SELECT start, end, local_day, all_day, time_zone, source, category, notes,
                properties ->> '$.size.value', timestamp
            FROM events WHERE type = 'Coffee' ORDER BY timestamp
            """
        )
        let text = "with \"milk\", hot|large"
        #expect(
            coffees == [
                "2026-01-01T07:00:00.000Z||2026-01-01|0|Europe/Paris|manual||\(text)|1767250800000",
                "2026-01-01T22:00:00.000Z||2026-01-02|0|Asia/Tokyo|manual||\(text)|1767304800000",
            ]
        )
        #expect(try database.lines("SELECT count(*), count(DISTINCT id) FROM events") == ["47|47"])
    }

    @Test("Every table has the documented columns in their order")
    func columns() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        for table in QueryTable.all {
            var names: [String] = []
            try database.run(
                "SELECT * FROM \(table.name)",
                columns: { names = $0 },
                row: { _ in }
            )
            #expect(names == table.columns.map(\.name), "\(table.name)")
        }
    }

    @Test("Days take the main number of a daily event, and add up nights")
    func days() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        let day = try database.lines(
            """
            SELECT metric, value, minimum, average, maximum, last, readings, unit,
                event_id IS NOT NULL
            FROM days WHERE day = '2026-01-01' ORDER BY metric
            """
        )
        #expect(
            day == [
                "body_mass|70.5|70|70.5|71|71|2|kg|0", "heart_rate|60|50|60|150||24|count/min|1",
                "sleep|450|||||2|min|0",
                "steps|1000||||||count|1",
            ]
        )
        #expect(try database.lines("SELECT count(*) FROM days WHERE metric = 'steps'") == ["10"])
        #expect(
            try database.lines("SELECT metric, day FROM days WHERE metric = 'workout'")
                == ["workout|2026-01-02"]
        )
    }

    @Test("Metrics list the whole catalogue")
    func metrics() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        let keys = try database.lines("SELECT key FROM metrics")
        #expect(keys.sorted() == MetricDescription.all.map(\.key).sorted())
        #expect(
            try database.lines(
                "SELECT unit, aggregation, identifiers FROM metrics WHERE key = 'steps'"
            ) == ["count|sum|HKQuantityTypeIdentifierStepCount"]
        )
    }

    @Test("Metrics that this version does not know have days, a name and a mark")
    func inferredMetrics() async throws {
        let fixture = try await QueryFixture.filled()
        let store = try fixture.openStore()
        try await store.write { transaction in
            let type = try transaction.entities.create(EventType(name: "Unknown"))
            for (key, properties) in [
                ("gamma_dose", ["sum": 12.5]), ("moon_phase", ["average": 0.5, "minimum": 0.25]),
                ("tail_wagging", ["count": 3]), ("future_words", ["loudness": 1]),
            ] {
                var event = Event(
                    eventTypeID: type,
                    timestamp: QueryFixture.midnight(0),
                    sourceType: .healthKit
                )
                event.timeZone = "Europe/Paris"
                event.naturalKey = "\(key)/2026-01-01"
                event.healthKitCategory = key
                for (name, value) in properties {
                    event.properties[name] = JSONNumber(value).map { .number($0) }
                }
                _ = try transaction.entities.create(event)
            }
        }
        try await store.close()
        let database = try fixture.open()

        #expect(
            try database.lines(
                """
                SELECT m.key, m.name, d.day, d.value, d.minimum, d.unit, m.aggregation
                FROM metrics m LEFT JOIN days d ON d.metric = m.key WHERE m.inferred
                """
            ) == [
                "future_words|Future Words|||||count",
                "gamma_dose|Gamma Dose|2026-01-01|12.5|||sum",
                "moon_phase|Moon Phase|2026-01-01|0.5|0.25||average",
                "tail_wagging|Tail Wagging|2026-01-01|3|||count",
            ]
        )
        #expect(
            try database.lines("SELECT max(inferred) FROM metrics WHERE key = 'steps'") == ["0"]
        )
    }

    @Test("Visits have the current name of the place and the length")
    func visits() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        let visits = try database.lines(
            """
            SELECT place, entry, exit, minutes, local_day, unconfirmed, entry_source,
                entry_earliest
            FROM visits ORDER BY entry
            """
        )
        #expect(
            visits == [
                "Home|2026-01-03T11:00:00.000Z|2026-01-03T12:30:00.000Z|90|2026-01-03|0|crossing|"
                    + "2026-01-03T10:59:00.000Z",
                "Home|2026-01-04T11:00:00.000Z|||2026-01-04|1|crossing|2026-01-04T10:59:00.000Z",
            ]
        )
    }

    @Test("Workouts have their duration, energy, distance and route")
    func workouts() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        #expect(
            try database.lines(
                """
                SELECT activity, minutes, kilocalories, meters, indoor, pauses, route_meters,
                    local_day FROM workouts
                """
            ) == ["Running|50|500|9000|0|0|8950|2026-01-02"]
        )
    }

    @Test("Samples are empty without an archive, and come from an archive beside the database")
    func samples() async throws {
        let fixture = try await QueryFixture.filled()
        #expect(try fixture.open().lines("SELECT count(*) FROM samples") == ["0"])
        let archive = try SQLConnection(
            path: fixture.directory + "/samples.sqlite",
            isWritable: true
        )
        let names = QueryTable.samples.columns.map { "'\($0.name)' AS \"\($0.name)\"" }
        try archive.execute("CREATE VIEW samples AS SELECT \(names.joined(separator: ", "))")

        let database = try fixture.open()

        #expect(
            try database.lines("SELECT kind, start, end, metadata FROM samples")
                == ["kind|start|end|metadata"]
        )
    }

    @Test("Deleted events are in no table")
    func deleted() async throws {
        let fixture = try await QueryFixture.filled()
        let store = try fixture.openStore()
        try await store.write { transaction in
            let type = try transaction.entities.fetch(kind: .eventType, named: "Coffee")
            if let type { try transaction.entities.delete(id: type.id, cascade: true) }
        }
        try await store.close()

        #expect(
            try fixture.open().lines("SELECT count(*) FROM events WHERE type = 'Coffee'") == ["0"]
        )
    }

    @Test("A count of events scans the index by time and reads no content")
    func plan() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()

        let plan = try database.lines("EXPLAIN QUERY PLAN SELECT count(*) FROM events")
        #expect(plan.count == 1)
        #expect(plan[0].contains("entity_by_time"))
        let code = try database.lines("EXPLAIN SELECT count(*) FROM events").joined(separator: "\n")
        #expect(!code.contains("json_extract"))
        let range = try database.lines(
            "EXPLAIN QUERY PLAN SELECT id FROM events WHERE timestamp > 5 ORDER BY timestamp DESC"
        )
        #expect(range.contains { $0.contains("SEARCH") && $0.contains("entity_by_time") })
        #expect(!range.contains { $0.contains("TEMP B-TREE") })
    }

    @Test("Queries see the commits of another process that writes, and never block it")
    func parallelWriter() async throws {
        let fixture = try await QueryFixture.filled()
        let store = try fixture.openStore()
        let database = try fixture.open()
        var counts: [Int] = []

        for number in 0..<50 {
            try await store.write { transaction in
                _ = try transaction.entities.create(EventType(name: "Type \(number)"))
                let type = try transaction.entities.fetch(kind: .eventType, named: "Coffee")
                guard let type else { return }
                _ = try transaction.entities.create(
                    Event(
                        eventTypeID: type.id,
                        timestamp: Instant(seconds: Int64(number)),
                        sourceType: .manual
                    )
                )
            }
            counts.append(Int(try database.lines("SELECT count(*) FROM events")[0]) ?? 0)
        }

        #expect(counts == Array(48...97))
        try await store.write { transaction in
            let type = try transaction.entities.fetch(kind: .eventType, named: "Type 7")
            guard let type else { return }
            _ = try transaction.entities.create(
                Event(eventTypeID: type.id, timestamp: Instant(seconds: 1), sourceType: .manual)
            )
        }
        #expect(try database.lines("SELECT count(*) FROM events WHERE type = 'Type 7'") == ["1"])
        try await store.close()
    }

    @Test("A file that is missing, foreign or damaged is refused with a reason")
    func refused() async throws {
        let fixture = try QueryFixture()
        #expect(throws: QueryError.self) { try fixture.open() }
        let foreign = try SQLConnection(path: fixture.path, isWritable: true)
        try foreign.execute("CREATE TABLE a (b)")

        let error = #expect(throws: QueryError.self) { try fixture.open() }
        #expect(error?.code == .foreign)

        let other = try await QueryFixture.filled()
        let writer = try SQLConnection(path: other.path, isWritable: true)
        try writer.execute("INSERT INTO grdb_migrations VALUES ('9999')")
        #expect(throws: QueryError.self) { try other.open() }
        try writer.execute("DELETE FROM grdb_migrations WHERE identifier > '0010'")
        let older = #expect(throws: QueryError.self) { try other.open() }
        #expect(older?.code == .olderSchema)
    }

    @Test("An export has all tables with rows, comments and indexes, and is private")
    func export() async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()
        let path = fixture.directory + "/export.sqlite"

        let counts = try database.export(to: path)
        _ = try database.export(to: path)

        #expect(counts.map(\.table) == QueryTable.all.map(\.name))
        let copy = try SQLConnection(path: path)
        for (table, rows) in counts {
            #expect(try copy.rows("SELECT count(*) FROM \(table)") == [[.integer(Int64(rows))]])
            let original = try database.lines("SELECT * FROM \(table)")
            #expect(
                try copy.rows("SELECT * FROM \(table)")
                    .map { $0.map(\.text).joined(separator: "|") } == original
            )
        }
        let schema = try copy.rows("SELECT sql FROM sqlite_master WHERE name = 'events'")
        #expect(schema.first?.first?.text.contains("-- The event's UUID") == true)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let files = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
        #expect(!files.contains { $0.contains("partial") })
        #expect(throws: QueryError.self) { try database.export(to: "/nonexistent/export.sqlite") }
    }
}
