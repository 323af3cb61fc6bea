package import GRDB

extension DatabaseQueue {
    /// Reads on the single connection without GRDB's read guard.
    ///
    /// GRDB's own `read` prevents writes with `PRAGMA query_only`, and SQLite recompiles every
    /// prepared statement after such a pragma: each following statement would pay for its
    /// compilation.
    package func reading<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
        try unsafeRead(body)
    }

    /// Writes in one transaction, rolled back when `body` throws.
    ///
    /// GRDB's own `write` compiles `BEGIN` and `COMMIT` for each transaction; here they come from
    /// the statement cache. Transaction observers are notified as by `write`.
    package func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { try Self.transaction($0, body) }
    }

    /// Writes like ``writing(_:)``, and rolls back a transaction that changed neither a row nor the
    /// schema.
    ///
    /// Such a transaction writes nothing to the disk, and its observers receive no commit.
    package func writingChanges<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { try Self.transaction($0, rollsBackUnchanged: true, body) }
    }

    static func transaction<Value>(
        _ db: Database,
        rollsBackUnchanged: Bool = false,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            let before = rollsBackUnchanged ? try changeMark(db) : nil
            let value = try body(db)
            let isUnchanged = try before.map { try changeMark(db) == $0 } ?? false
            let end = isUnchanged ? "ROLLBACK TRANSACTION" : "COMMIT TRANSACTION"
            try db.cachedStatement(sql: end).execute()
            return value
        } catch {
            // The caller receives the first error. A second one of the rollback would not help;
            // GRDB traps when a transaction stays open.
            try? db.rollback()
            throw error
        }
    }

    /// A value that differs after each change of a row or of the schema.
    private static func changeMark(_ db: Database) throws -> [Int64] {
        let schema = try PreparedStatement(db, "PRAGMA schema_version").firstRow { $0.int(0) }
        return [Int64(db.changesSinceOpening), schema ?? 0]
    }
}

extension Database {
    /// The number of rows that statements of this connection changed; 0 after it was closed.
    package var changesSinceOpening: Int { sqliteConnection == nil ? 0 : totalChangesCount }
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
