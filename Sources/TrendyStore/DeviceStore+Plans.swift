import GRDB
import TrendySQLite

extension DeviceStore {
    /// Hands every statement that runs from now on to `collect`, for the test of their plans;
    /// `nil` stops it.
    package func traceStatements(_ collect: (@Sendable (String) -> Void)?) {
        database.writeWithoutTransaction { db in
            guard let collect else { return db.trace() }
            db.trace { event in
                if case .statement(let statement) = event { collect(statement.sql) }
            }
        }
    }

    /// The steps of SQLite's plan for a statement.
    package func queryPlan(of sql: String) throws -> [String] { try database.plan(of: sql) }
}
