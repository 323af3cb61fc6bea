import TestSupport
import Testing
import TrendyModel
import TrendyServer

@testable import TrendyPostgres

@Suite("The schema and the statements suit engines that shard by account")
struct PostgresSchemaTests {
    /// The tables that belong to no account.
    private static let common: Set = [
        "meta", "lease", "invite", "account_address", "account_identity", "one_time_code",
        "schema_migration", "sign_in_attempt", "shard",
    ]
    /// Statements over all accounts, for administration and maintenance.
    private static let global: Set = [
        "accounts", "accounts_in_deletion", "account_next", "failover_lock_accounts",
        "failover_record_epochs", "failover_set_epochs", "failover_lock_frozen",
        "failover_record_frozen_epochs", "failover_set_frozen_epochs",
    ]

    /// Statements about the server, which read no table.
    private static let system: Set = [
        "failover_state", "failover_commit", "failover_history_functions", "failover_history",
        "failover_history_file", "failover_uncommitted",
    ]

    private static let statements =
        PostgresPushQuery.all + PostgresReadQuery.all + PostgresAccountQuery.all
        + PostgresSessionQuery.all + PostgresDeviceQuery.all + PostgresFailoverQuery.all
        + PostgresIdentityQuery.all + PostgresAttemptQuery.all

    @Test("Every unique key and index begins with the account")
    func keys() throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())

        let rows = try fixture.sql(
            """
            SELECT c.relname || ' ' || i.relname || ' ' || a.attname
            FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
                JOIN pg_class i ON i.oid = x.indexrelid
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
                JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'public' ORDER BY 1
            """
        ).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

        #expect(rows.count > 12)
        for row in rows where !Self.common.contains(row[0]) {
            #expect(row[2] == "account", "\(row)")
        }
    }

    @Test("No foreign keys, sequences, triggers or partitions")
    func objects() throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())

        let found = try fixture.sql(
            """
            SELECT conname FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
            WHERE n.nspname = 'public' AND c.contype NOT IN ('p', 'u', 'n')
            UNION ALL SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'public' AND c.relkind NOT IN ('r', 'i', 't')
            UNION ALL SELECT tgname FROM pg_trigger
            """
        )

        #expect(found == "")
    }

    @Test("Every statement is bound to one account, and uses no word that engines refuse")
    func statements() {
        let forbidden = [
            "advisory", "nextval", "deferrable", "partition", "notify", "listen", "savepoint",
            "declare", "ctid", "xmin", "copy ", "temporary",
        ]
        for statement in Self.statements {
            let sql = statement.sql.lowercased()
            for word in forbidden { #expect(!sql.contains(word), "\(statement.name)") }
            let isCommon =
                Self.global.contains(statement.name) || Self.system.contains(statement.name)
                || Self.common.contains { sql.contains(" \($0) ") || sql.hasSuffix(" \($0)") }
            guard !isCommon else { continue }
            #expect(statement.types.first == .uuid, "\(statement.name)")
            #expect(
                sql.contains("account = $1") || sql.contains("values ($1")
                    || sql.contains("select $1"),
                "\(statement.name)"
            )
        }
    }

    @Test("The names of statements are unique")
    func names() {
        let names = Self.statements.map(\.name)

        #expect(Set(names).count == names.count)
    }

    @Test("Migrations run once, also from several servers at once")
    func migrations() async throws {
        let fixture = try PostgresFixture()
        let runs = Recorded<Int>()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onOwnThread {
                        runs.append(try PostgresMigrations.migrate(fixture.connect()).count)
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(runs.values.reduce(0, +) == PostgresMigrations.count)
        #expect(try PostgresMigrations.current(fixture.connect()) == PostgresMigrations.newest)
    }

    @Test("A store refuses a database that is not migrated, and one that is newer")
    func wrongSchema() async throws {
        let fixture = try PostgresFixture()
        let open = {
            let opened = try await PostgresStore.open(fixture.url(), random: FixedRandom())
            try await opened.store.close()
        }

        await #expect { try await open() } throws: {
            ($0 as? ServerError)?.code == .missingDatabase
        }
        try PostgresMigrations.migrate(fixture.connect())
        try await open()
        try fixture.sql("INSERT INTO schema_migration VALUES (1000)")
        // The newer schema only adds to this one.
        try await open()
        try fixture.sql("UPDATE meta SET value = '1000' WHERE key = 'oldest_migration'")
        await #expect { try await open() } throws: {
            ($0 as? ServerError)?.code == .newerDatabase
        }
    }

    @Test("Two servers that start first have the same keys")
    func secrets() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())

        let first = try await PostgresStore.open(fixture.url(), random: CountingRandom(1))
        let second = try await PostgresStore.open(fixture.url(), random: CountingRandom(1000))
        try await first.store.close()
        try await second.store.close()

        #expect(first.secrets.signingKey == second.secrets.signingKey)
        #expect(first.secrets.tokenKey == second.secrets.tokenKey)
    }
}
