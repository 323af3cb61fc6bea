public import GRDB

extension DatabaseQueue {
    /// Runs a transaction that waits for no disk: a loss of power may take it, whole, and leaves
    /// what was committed before.
    ///
    /// Only for what can be fetched again. The next commit makes it durable with itself, since the
    /// write-ahead log is synced in its order (https://sqlite.org/pragma.html#pragma_synchronous).
    ///
    /// - Throws: what `body` throws, `DatabaseError` where the disk fails, ``SQLiteFileError`` when
    ///   later commits would not be durable.
    public func writingUnsynced<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            let result = Result { try Self.transaction(db, body) }
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try SQLiteFile.verifyDurability(of: db, path: path, label: "The database")
            return try result.get()
        }
    }
}
