package import GRDB

extension DatabaseQueue {
    /// Runs a transaction that is not synced to the disk (`synchronous=NORMAL`).
    ///
    /// A power loss can remove the whole transaction, but no earlier commit.
    ///
    /// Use it only for data that can be fetched again. The next commit makes it durable, because
    /// the write-ahead log is synced in order (https://sqlite.org/pragma.html#pragma_synchronous).
    ///
    /// - Throws: errors of `body`, `DatabaseError` when the disk fails, ``SQLiteFileError`` when
    ///   later commits would not be durable.
    package func writingUnsynced<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            let result = Result { try Self.transaction(db, body) }
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try SQLiteFile.verifyDurability(of: db, path: path, label: "The database")
            return try result.get()
        }
    }
}
