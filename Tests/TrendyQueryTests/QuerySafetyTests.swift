import Foundation
import Testing
import TrendyModel

@testable import TrendyQuery

@Suite("Safety of queries")
struct QuerySafetyTests {
    @Test(
        "A statement that does anything but read is refused, and changes nothing",
        arguments: [
            "INSERT INTO entity (id, kind, version, created_at, updated_at, content) "
                + "VALUES (x'00', 1, 1, 1, 1, '{}')",
            "UPDATE entity SET content = '{}'", "DELETE FROM entity", "DROP TABLE entity",
            "DELETE FROM trendy_metric", "INSERT INTO events DEFAULT VALUES",
            "ATTACH '/tmp/other.sqlite' AS other", "DETACH main",
            "PRAGMA writable_schema = ON", "PRAGMA query_only = OFF",
            "PRAGMA journal_mode = DELETE",
            "PRAGMA trusted_schema = ON", "PRAGMA wal_checkpoint", "PRAGMA user_version = 3",
            "SELECT load_extension('/tmp/library.so')", "SELECT writefile('/tmp/file', 'text')",
            "SELECT readfile('/etc/passwd')", "VACUUM", "VACUUM INTO '/tmp/copy.sqlite'",
            "BEGIN", "BEGIN EXCLUSIVE", "COMMIT", "SAVEPOINT one", "ANALYZE", "REINDEX",
            "CREATE TABLE other (a)", "CREATE TEMP TABLE other (a)",
            "CREATE TEMP VIEW v AS SELECT 1",
            "CREATE TEMP TRIGGER t AFTER INSERT ON trendy_metric BEGIN SELECT 1; END",
            "CREATE VIRTUAL TABLE temp.text USING fts5(a)", "ALTER TABLE entity ADD COLUMN other",
            "WITH gone AS (SELECT 1) DELETE FROM entity", "DROP VIEW events",
            "REPLACE INTO meta VALUES ('a', 'b')", "EXPLAIN DELETE FROM entity",
            "SELECT * FROM pragma_journal_mode('delete')",
        ]
    )
    func writes(_ sql: String) async throws {
        let fixture = try await QueryFixture.filled()
        let database = try fixture.open()
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))

        let error = #expect(throws: QueryError.self) { try database.rows(sql) }

        let code = try #require(error?.code)
        #expect(code == .notAllowed || code == .invalid)
        #expect(try database.lines("SELECT count(*) FROM events") == ["47"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    }

    @Test("Two statements are refused; comments and white space after one are not")
    func several() async throws {
        let database = try await QueryFixture.filled().open()

        let error = #expect(throws: QueryError.self) { try database.rows("SELECT 1; SELECT 2") }
        #expect(error?.message.contains("one statement at a time") == true)
        #expect(throws: QueryError.self) { try database.rows("SELECT 1; nonsense") }
        #expect(throws: QueryError.self) { try database.rows(" -- nothing") }
        #expect(throws: QueryError.self) { try database.rows("SELECT 1\0SELECT 2") }
        #expect(try database.lines("SELECT 1; -- done\n ") == ["1"])
    }

    @Test(
        "An endless statement ends at its time limit",
        arguments: [
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
            "SELECT count(*) FROM events a, events b, events c, events d, events e, events f",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                + "SELECT i FROM n WHERE i < 0",
        ]
    )
    func endless(_ sql: String) async throws {
        let database = try await QueryFixture.filled().open()
        let start = ContinuousClock().now

        let error = #expect(throws: QueryError.self) {
            try database.rows(sql, limits: QueryLimits(timeout: .milliseconds(200)))
        }

        #expect(error?.code == .timedOut)
        #expect(start.duration(to: ContinuousClock().now) < .seconds(20))
        #expect(try database.lines("SELECT 1") == ["1"])
    }

    @Test("A cancelled statement ends, and the next one runs")
    func cancelled() async throws {
        let database = try await QueryFixture.filled().open()
        var calls = 0

        let error = #expect(throws: QueryError.self) {
            try database.rows(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                    + "SELECT count(*) FROM n",
                isCancelled: {
                    calls += 1
                    return calls > 3
                }
            )
        }

        #expect(error?.code == .cancelled)
        #expect(try database.lines("SELECT 1") == ["1"])
    }

    @Test("A huge value is refused, and a huge result is cut and reported")
    func huge() async throws {
        let database = try await QueryFixture.filled().open()

        let error = #expect(throws: QueryError.self) {
            try database.rows("SELECT zeroblob(1000000000)")
        }
        #expect(error?.code == .tooLarge)
        #expect(throws: QueryError.self) {
            try database.rows("SELECT hex(zeroblob(12000000))")
        }

        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        var rows = 0
        let byBytes = try database.run(
            endless + "SELECT zeroblob(10000) FROM n",
            limits: QueryLimits(bytes: 256 * 1024)
        ) { _ in rows += 1 }
        #expect(byBytes.truncation == .bytes)
        #expect(byBytes.rows == 26 && rows == 26)
        let byRows = try database.run(
            "SELECT 1 FROM events a, events b, events c",
            limits: QueryLimits(rows: 1000)
        ) { _ in }
        #expect(byRows == QuerySummary(rows: 1000, bytes: 8000, truncation: .rows))
        let exact = try database.run("VALUES (1), (2)", limits: QueryLimits(rows: 2)) { _ in }
        #expect(!exact.isTruncated)
    }

    @Test("SQL that is too long or too deep is refused")
    func tooMuch() async throws {
        let database = try await QueryFixture.filled().open()
        let deep = String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000)
        let long = "SELECT '" + String(repeating: "a", count: 200_000) + "'"

        #expect(throws: QueryError.self) { try database.rows("SELECT " + deep) }
        let error = #expect(throws: QueryError.self) { try database.rows(long) }
        #expect(error?.code == .tooLarge)
    }

    @Test("An error names its place in the SQL")
    func place() async throws {
        let database = try await QueryFixture.filled().open()

        let error = #expect(throws: QueryError.self) { try database.rows("SELECT day FORM days") }
        #expect(error?.code == .invalid)
        #expect(error?.offset == 16)
        let column = #expect(throws: QueryError.self) {
            try database.rows("SELECT missing FROM days")
        }
        #expect(column?.message == "no such column: missing")
        #expect(column?.offset == 7)
    }

    @Test("A misspelt column in quotes is an error, not a text")
    func quoted() async throws {
        let database = try await QueryFixture.filled().open()

        #expect(throws: QueryError.self) { try database.rows("SELECT \"vlaue\" FROM days") }
    }

    @Test("The pragmas that describe the schema work")
    func pragmas() async throws {
        let database = try await QueryFixture.filled().open()

        #expect(try database.rows("PRAGMA table_info(days)").count == 10)
        #expect(try !database.rows("SELECT name FROM pragma_table_list").isEmpty)
        #expect(try database.lines("SELECT value FROM json_each('[4]')") == ["4"])
    }

    @Test("Opening and querying leaves the database file as it was")
    func unchanged() async throws {
        let fixture = try await QueryFixture.filled()
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        do {
            let database = try fixture.open()
            _ = try database.rows("SELECT * FROM days")
        }

        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
        let files = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
        #expect(!files.contains { $0.hasSuffix(".partial") })
    }
}
