import TestSupport
import Testing
import TrendyModel
import TrendyServer

@testable import TrendyPostgres

@Suite("Databases that a server refuses, and faults while it runs")
struct UnsuitableDatabaseTests {
    private struct FixedClock: WallClock {
        let offset: Duration

        func now() -> Instant { Instant(milliseconds: 1_790_000_000_000) + offset }
    }

    private func open(
        _ fixture: PostgresFixture,
        user: String? = nil,
        log: RecordedLines = RecordedLines(),
        wallClock: (any WallClock)? = nil
    ) async throws -> PostgresStore {
        let host = fixture.cluster.socketDirectory
        let url = try user.map {
            try PostgresURL("postgres://\($0)@/\(fixture.database)?host=\(host)")
        }
        return try await PostgresStore.open(
            url ?? fixture.url(),
            random: CountingRandom(1),
            logger: log.logger,
            callTime: .seconds(60),
            wallClock: wallClock
        ).store
    }

    private func refusal(
        _ fixture: PostgresFixture,
        user: String? = nil
    ) async throws -> ServerError? {
        do {
            try await open(fixture, user: user).close()
            return nil
        } catch let error as ServerError {
            return error
        }
    }

    @Test("A database with tables of another program is refused, also for migrations")
    func foreign() async throws {
        let fixture = try PostgresFixture()
        try fixture.sql("CREATE TABLE orders (id int4)")

        #expect(try await refusal(fixture)?.code == .foreignDatabase)
        #expect(throws: ServerError.self) {
            try PostgresSchemaCheck.refuseForeign(fixture.connect())
        }
        // Another program has a table of the same name.
        try fixture.sql("CREATE TABLE schema_migration (version text)")
        #expect(try await refusal(fixture)?.code == .foreignDatabase)
    }

    @Test("Views of extensions do not make a database foreign")
    func extensions() throws {
        let fixture = try PostgresFixture()
        let isThere = try fixture.sql(
            "SELECT count(*) FROM pg_available_extensions WHERE name = 'pg_stat_statements'"
        )
        guard isThere.hasPrefix("1") else { return }
        try fixture.sql("CREATE EXTENSION pg_stat_statements")

        try PostgresSchemaCheck.refuseForeign(fixture.connect())
    }

    @Test("An incomplete database is refused with the missing table")
    func incomplete() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        try fixture.sql("DROP TABLE idempotency_record")

        let error = try await refusal(fixture)

        #expect(error?.code == .damagedDatabase)
        #expect(error?.message.contains("idempotency_record") == true)
    }

    @Test("A role without rights is refused with the GRANT; lost rights make the store unavailable")
    func rights() async throws {
        let fixture = try PostgresFixture()
        let role = "r_\(fixture.database)"
        try PostgresMigrations.migrate(fixture.connect())
        try fixture.sql("CREATE ROLE \(role) LOGIN")

        let error = try await refusal(fixture, user: role)
        #expect(error?.code == .cannotOpenDatabase)
        #expect(error?.message.contains("GRANT SELECT") == true, "\(String(describing: error))")

        try fixture.sql(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(role)"
        )
        let log = RecordedLines()
        let store = try await open(fixture, user: role, log: log)
        _ = try await store.accounts()
        try fixture.sql("REVOKE SELECT ON account FROM \(role)")
        for _ in 0..<3 {
            await #expect {
                _ = try await store.accounts()
            } throws: {
                ($0 as? StoreUnavailable)?.reason == .noRights
            }
        }
        #expect(log.count(of: "GRANT SELECT") == 1)
        try await store.close()
        try fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test("Tables that vanish while a server runs make the store unavailable")
    func vanished() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        let store = try await open(fixture)
        try fixture.sql("ALTER TABLE account RENAME TO moved")

        await #expect {
            _ = try await store.accounts()
        } throws: {
            ($0 as? StoreUnavailable)?.reason == .wrongDatabase
        }
        try fixture.sql("ALTER TABLE moved RENAME TO account")
        #expect(try await store.accounts().isEmpty)
        try await store.close()
    }

    @Test("A standby and an old server are refused at once, with the remedy")
    func wrongServer() async throws {
        let primary = try PostgresCluster()
        let fixture = try PostgresFixture(primary)
        try PostgresMigrations.migrate(fixture.connect())
        let standby = try PostgresCluster(standbyOf: primary)
        let old = try OldPostgresServer(version: "12.4")
        let open = { (directory: String) in
            try await PostgresStore.open(
                PostgresURL(
                    "postgres://\(PostgresCluster.owner)@/\(fixture.database)?host=\(directory)"
                ),
                random: CountingRandom(1),
                failover: FailoverOptions(path: "/nonexistent/positions")
            ).store.close()
        }

        let standbyError = try await postgresError { try await open(standby.socketDirectory) }
        #expect(standbyError.origin == .wrongServer)
        #expect(standbyError.message.contains("is a standby"))
        let oldError = try await postgresError { try await open(old.directory) }
        #expect(oldError.origin == .wrongServer)
        #expect(oldError.message.contains("PostgreSQL 12"))
    }

    @Test("A server whose clock is off is not ready, and says so once")
    func clock() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        let log = RecordedLines()
        let store = try await open(fixture, log: log, wallClock: FixedClock(offset: .zero))

        for _ in 0..<2 {
            await #expect(throws: StoreUnavailable(.clockSkew)) { try await store.checkReadiness() }
        }

        #expect(log.count(of: "The clocks of this server and of the database differ") == 1)
        try await store.close()
    }

    @Test("Half of the round trip is not a difference of clocks")
    func difference() {
        let at = { Instant(milliseconds: $0) }
        let measure = { (database: Int64, start: Int64, end: Int64) in
            PostgresStore.difference(at(database), from: at(start), to: at(end))
        }

        #expect(measure(5_000, 5_000, 5_000) == .zero)
        #expect(measure(10_000, 0, 10_000) == .zero)
        #expect(measure(12_500, 0, 10_000) == .milliseconds(2_500))
        #expect(measure(-2_500, 0, 10_000) == .milliseconds(2_500))
        // A clock that was set back in between.
        #expect(measure(5_000, 6_000, 4_000) == .zero)
    }

    @Test("A lease counts by the database's clock")
    func lease() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        let store = try await open(fixture)
        let first = Lease(name: "x", holder: "a", duration: .seconds(600))
        let second = Lease(name: "x", holder: "b", duration: .seconds(600))
        let future = Instant(milliseconds: 1 << 52)

        #expect(try await store.take(first, now: Instant(milliseconds: 0)))
        #expect(try await !store.take(second, now: future))
        let left = try fixture.sql(
            "SELECT expires_at - extract(epoch FROM now()) * 1000 BETWEEN 1 AND 600000 FROM lease"
        )
        #expect(left.hasPrefix("t"))
        try fixture.sql("UPDATE lease SET expires_at = extract(epoch FROM now()) * 1000 - 1")
        #expect(try await store.take(second, now: Instant(milliseconds: 0)))
        try await store.close()
    }
}
