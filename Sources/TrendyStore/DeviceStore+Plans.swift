import GRDB
import TrendySQLite

extension DeviceStore {
    /// Calls `collect` with the SQL of every statement from now on; `nil` stops the trace.
    ///
    /// Tests use it to check query plans.
    package func traceStatements(_ collect: (@Sendable (String) -> Void)?) {
        database.writeWithoutTransaction { db in
            guard let collect else { return db.trace() }
            db.trace { event in
                if case .statement(let statement) = event { collect(statement.sql) }
            }
        }
    }

    /// The steps of `EXPLAIN QUERY PLAN` for a statement.
    package func queryPlan(of sql: String) throws -> [String] { try database.plan(of: sql) }
}
