public import GRDB

extension DatabaseQueue {
    /// Reads on the single connection without GRDB's read guard.
    ///
    /// GRDB's own `read` prevents writes with `PRAGMA query_only`, and SQLite recompiles every
    /// prepared statement after such a pragma: each following statement would pay for its
    /// compilation.
    public func reading<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
        try unsafeRead(body)
    }

    /// Writes in one transaction, rolled back when `body` throws.
    ///
    /// GRDB's own `write` compiles `BEGIN` and `COMMIT` for each transaction; here they come from
    /// the statement cache. Transaction observers are notified as by `write`.
    public func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { try Self.transaction($0, body) }
    }

    static func transaction<Value>(
        _ db: Database,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            let value = try body(db)
            try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
            return value
        } catch {
            // The caller receives the first error. A second one of the rollback would not help;
            // GRDB traps when a transaction stays open.
            try? db.rollback()
            throw error
        }
    }
}

extension DatabaseQueue {
    /// The steps of SQLite's query plan for a statement, for tests.
    package func plan(of sql: String) throws -> [String] {
        try reading { db in
            // Parameters without a value are NULL; the plan does not depend on them.
            var steps: [String] = []
            try PreparedStatement(db, "EXPLAIN QUERY PLAN \(sql)").forEachRow { row in
                row.string(3).map { steps.append($0) }
            }
            return steps
        }
    }
}
