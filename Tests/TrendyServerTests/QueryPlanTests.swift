import GRDB
import Testing
import TrendyModel

@testable import TrendyServer

@Suite("Query plans of all request statements")
struct QueryPlanTests {
    @Test("No query plan scans a table or sorts", arguments: SQLiteStore.statementsOfRequests)
    func plan(_ sql: String) async throws {
        let store = try SQLiteStore(path: temporaryFile(), random: TestRandom(seed: 1))

        let plan = try await store.queryPlan(of: sql)

        // An INSERT reads nothing.
        #expect(!plan.isEmpty || sql.hasPrefix("INSERT"))
        for line in plan {
            // The recursive list of ids is not a table.
            let isScan =
                line.hasPrefix("SCAN") && !line.contains("place") && !line.contains("wanted")
                && !line.contains("CONSTANT")
            #expect(!isScan, "\(line)")
            #expect(!line.contains("TEMP B-TREE"), "\(line)")
        }
    }

    @Test(
        "Each statement reads the index that has only the rows it needs",
        arguments: [
            (ServerQuery.changes, "entity_2 (account=? AND version>?)"),
            (ServerQuery.snapshotEntities, "entity_kind (account=? AND (kind,id)>(?,?)"),
            (ServerQuery.entitiesOfKind, "entity_kind (account=? AND (kind,id)>(?,?) AND kind<?)"),
            (ServerQuery.entitiesOfType, "entity_type (account=? AND event_type_id=? AND"),
            (PushQuery.children, "entity_type (account=? AND event_type_id=?)"),
            (PushQuery.eventsOfType, "entity_type (account=? AND event_type_id=? AND"),
            (PushQuery.nameOwner, "entity_name (account=? AND kind=? AND unique_name=?)"),
            (PushQuery.wantedEntities, "entity_1 (account=? AND id=?)"),
            (ServerQuery.entity, "entity_1 (account=? AND id=?)"),
            (ServerQuery.digest, "entity_1 (account=? AND id>? AND id<?)"),
            (ServerQuery.range, "entity_1 (account=? AND id>? AND id<?)"),
            (PushQuery.recordsByID, "PRIMARY KEY (account=? AND id=?)"),
            (PushQuery.deleteExpired, "PRIMARY KEY (account=? AND id<?)"),
            (Garbage.oldTombstones, "entity_tombstone (account=? AND deleted_at>? AND"),
            (Garbage.nextAccount, "PRIMARY KEY (id>?)"),
            (AccountQuery.byEmail, "account_2 (email=?)"),
            (AccountQuery.sessionIsLive, "PRIMARY KEY (account=? AND id=?)"),
            (AccountQuery.deleteSession, "PRIMARY KEY (account=? AND id=?)"),
            (AccountQuery.token, "PRIMARY KEY (account=? AND hash=?)"),
            (AccountQuery.useToken, "PRIMARY KEY (account=? AND hash=?)"),
            (AccountQuery.useInvite, "PRIMARY KEY (code_hash=?)"),
            (AccountQuery.inviteIsValid, "PRIMARY KEY (code_hash=?)"),
        ]
    )
    func index(_ sql: String, _ expected: String) async throws {
        let store = try SQLiteStore(path: temporaryFile(), random: TestRandom(seed: 1))

        let plan = try await store.queryPlan(of: sql)

        #expect(plan.contains { $0.contains(expected) }, "\(plan)")
    }
}
