public import GRDB

extension DatabaseQueue {
    /// Reads on the one connection, with nobody in between.
    ///
    /// GRDB's own `read` guards against writes with `PRAGMA query_only`, and SQLite compiles every
    /// prepared statement anew after such a pragma: a read would cost each statement that follows
    /// its compilation.
    public func reading<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
        try unsafeRead(body)
    }

    /// Writes as one transaction, rolled back when `body` throws.
    ///
    /// GRDB's own `write` compiles `BEGIN` and `COMMIT` anew for each transaction; here they come
    /// from the connection's cache. Observers are told as by `write`.
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
            // Whoever is told why it failed has no use for why it could not be rolled back as
            // well; GRDB ends the process where a transaction is left open.
            try? db.rollback()
            throw error
        }
    }
}

extension DatabaseQueue {
    /// The steps of SQLite's plan for a statement, for tests of plans.
    package func plan(of sql: String) throws -> [String] {
        try reading { db in
            // Parameters without a value are NULL, which the plan does not depend on.
            var steps: [String] = []
            try PreparedStatement(db, "EXPLAIN QUERY PLAN \(sql)").forEachRow { row in
                row.string(3).map { steps.append($0) }
            }
            return steps
        }
    }
}
