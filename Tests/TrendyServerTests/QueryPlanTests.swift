import GRDB
import Testing
import TrendyModel
import TrendyServer

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
}
