import TestSupport
import Testing
import TrendyModel

@testable import TrendyPostgres

@Suite("Query plans of the store on PostgreSQL")
struct PostgresPlanTests {
    /// The statements that run once for each request or row, and the index that serves them.
    private static let expected: [(statement: PostgresStatement, indexes: [String])] = [
        (PostgresPushQuery.lock, ["account_pkey"]),
        (PostgresPushQuery.deleteExpiredRecords, ["idempotency_record_pkey"]),
        (PostgresPushQuery.records, ["idempotency_record_pkey"]),
        (PostgresPushQuery.wantedEntities, ["entity_pkey"]),
        (PostgresPushQuery.nameOwner, ["entity_name"]),
        (PostgresPushQuery.children, ["entity_type"]),
        (PostgresPushQuery.eventCount, ["entity_type"]),
        (PostgresPushQuery.clearNames, []),
        (PostgresPushQuery.updateCounters, ["account_pkey"]),
        (PostgresReadQuery.counters, ["account_pkey"]),
        (PostgresReadQuery.entity, ["entity_pkey"]),
        (PostgresReadQuery.snapshotStart, ["account_pkey", "previous_epoch_pkey"]),
        (PostgresReadQuery.changes, ["entity_version"]),
        (PostgresReadQuery.snapshotEntities, ["entity_kind"]),
        (PostgresReadQuery.range, ["entity_pkey"]),
        (PostgresReadQuery.entitiesOfKind, ["entity_kind"]),
        (PostgresReadQuery.entitiesOfType, ["entity_type"]),
        (PostgresReadQuery.digest, ["account_pkey", "entity_pkey"]),
        (PostgresAccountQuery.deleteChunks[0], ["entity_pkey"]),
        (
            PostgresReadQuery.events(isOldestFirst: false, hasType: false, hasSource: false),
            ["entity_time"]
        ),
        (
            PostgresReadQuery.events(isOldestFirst: true, hasType: false, hasSource: false),
            ["entity_time"]
        ),
        (
            PostgresReadQuery.events(isOldestFirst: false, hasType: true, hasSource: false),
            ["entity_type"]
        ),
        (
            PostgresReadQuery.events(isOldestFirst: true, hasType: true, hasSource: false),
            ["entity_type"]
        ),
        (PostgresSessionQuery.isLive, ["account_pkey", "session_pkey"]),
        (PostgresSessionQuery.ofToken, ["account_pkey", "refresh_token_pkey"]),
        (PostgresSessionQuery.token, ["refresh_token_pkey"]),
        (PostgresSessionQuery.deleteTombstones, ["entity_tombstone"]),
        (PostgresAccountQuery.byID, ["account_pkey"]),
        (PostgresAccountQuery.address, ["account_address_pkey"]),
        (PostgresAccountQuery.next, ["account_pkey"]),
        (PostgresIdentityQuery.owner, ["account_identity_pkey"]),
        (PostgresIdentityQuery.list, ["linked_identity_pkey"]),
        (PostgresIdentityQuery.takeCode, ["one_time_code_pkey"]),
    ]

    /// What the planner knows of the tables.
    enum Contents: CaseIterable {
        /// No rows.
        case empty
        /// Several accounts of many entities.
        case largeAccounts
        /// Many accounts of a few entities: the planner expects that of each account.
        case smallAccounts

        fileprivate var counts: (accounts: Int, entities: Int)? {
            switch self {
            case .empty: nil
            case .largeAccounts: (4, 10_000)
            case .smallAccounts: (5_000, 10)
            }
        }
    }

    /// A migrated database.
    private func database(_ contents: Contents) throws -> PostgresFixture {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        guard let counts = contents.counts else { return fixture }
        try fixture.sql(
            """
            INSERT INTO account (account, email, password_hash, created_at, epoch)
            SELECT lpad(to_hex(a), 32, '0')::uuid, '', '', 0, '' FROM generate_series(1, \(max(200, counts.accounts))) AS a;
            INSERT INTO entity (account, id, kind, version, created_at, updated_at, deleted_at,
                event_type_id, occurred_at, unique_name, source_type, content)
            SELECT lpad(to_hex(a), 32, '0')::uuid, md5(a || '-' || n)::uuid,
                CASE WHEN n % 50 = 0 THEN n / 50 % 3 + 1 ELSE 4 END, n, n, n,
                CASE WHEN n % 50 > 45 THEN n END,
                CASE WHEN n % 50 BETWEEN 1 AND 45
                    THEN lpad(to_hex(n % 7), 32, '0')::uuid END,
                CASE WHEN n % 50 BETWEEN 1 AND 45 THEN n END,
                CASE WHEN n % 50 = 0 THEN n::text::bytea END, 'manual', repeat('x', 300)::bytea
            FROM generate_series(1, \(counts.accounts)) AS a,
                generate_series(41, 40 + \(counts.entities)) AS n;
            INSERT INTO idempotency_record (account, id, version, request_hash, created_at)
            SELECT account, id, version, 'hash', version FROM entity;
            INSERT INTO session (account, id, created_at, client)
            SELECT account, md5(account || '-' || n)::uuid, n, ''
            FROM account, generate_series(1, 20) AS n;
            INSERT INTO refresh_token (account, hash, session, created_at)
            SELECT account, id::text::bytea, id, created_at FROM session;
            ANALYZE;
            """
        )
        return fixture
    }

    private func plan(
        _ statement: PostgresStatement,
        _ connection: PostgresConnection
    ) throws -> String {
        let types = statement.types.map { type in
            "\(type)".replacing("Array", with: "[]")
        }
        let list = types.isEmpty ? "" : "(\(types.joined(separator: ", ")))"
        let nulls =
            types.isEmpty
            ? "" : "(\(types.map { _ in "NULL" }.joined(separator: ", ")))"
        let name = "planned_\(statement.name)"
        try connection.run("PREPARE \(name) \(list) AS \(statement.sql)")
        let lines = try connection.run("EXPLAIN (COSTS OFF) EXECUTE \(name) \(nulls)")
            .map { try $0.string(0) }
        return lines.joined(separator: "\n")
    }

    @Test(
        "Statements search an index by account, whatever the tables contain",
        arguments: Contents.allCases
    )
    func indexes(_ contents: Contents) throws {
        let connection = try database(contents).connect()
        // What a session keeps after a few executions.
        try connection.run("SET plan_cache_mode = force_generic_plan")

        for (statement, indexes) in Self.expected {
            let plan = try plan(statement, connection)

            for index in indexes {
                #expect(
                    plan.contains(" using \(index)") || plan.contains(" on \(index)"),
                    "\(statement.name): \(plan)"
                )
            }
            #expect(!plan.contains("Seq Scan"), "\(statement.name): \(plan)")
            #expect(!plan.contains("Bitmap"), "\(statement.name): \(plan)")
            let conditions = plan.split(separator: "\n").filter { $0.contains("Index Cond") }
            #expect(
                ["address", "identity_owner", "code_take"].contains(statement.name)
                    || conditions.allSatisfy { $0.contains("account") },
                "\(statement.name): \(plan)"
            )
        }
    }

    @Test(
        "A deletion of some rows searches their ids, not the whole account",
        arguments: Contents.allCases
    )
    func deletions(_ contents: Contents) throws {
        let connection = try database(contents).connect()
        try connection.run("SET plan_cache_mode = force_generic_plan")

        for statement in [PostgresPushQuery.deleteExpiredRecords]
            + PostgresAccountQuery.deleteChunks.prefix(2)
        {
            let plan = try plan(statement, connection)
            let conditions = plan.split(separator: "\n").filter { $0.contains("Index Cond") }
            #expect(conditions.contains { $0.contains("(id <") }, "\(statement.name): \(plan)")
        }
        for statement in [PostgresPushQuery.clearNames, PostgresSessionQuery.deleteTombstones] {
            let plan = try plan(statement, connection)
            let isSmall = ["entity_kind", "entity_name", "entity_tombstone"].contains {
                plan.contains(" using \($0)")
            }
            #expect(isSmall || plan.contains("(id = ANY"), "\(statement.name): \(plan)")
        }
    }

    @Test("A page of events of one source reads an index in order")
    func sources() throws {
        let connection = try database(.largeAccounts).connect()
        try connection.run("SET plan_cache_mode = force_generic_plan")

        for isOldestFirst in [false, true] {
            for hasType in [false, true] {
                let statement = PostgresReadQuery.events(
                    isOldestFirst: isOldestFirst,
                    hasType: hasType,
                    hasSource: true
                )
                let plan = try plan(statement, connection)
                #expect(plan.contains("entity_t"), "\(plan)")
                #expect(!plan.contains("Seq Scan"), "\(plan)")
            }
        }
    }
}
