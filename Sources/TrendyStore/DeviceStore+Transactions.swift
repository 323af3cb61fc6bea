import GRDB
import Logging
import TrendyModel
import TrendySQLite

extension DeviceStore {
    /// Reads in one transaction, which is a consistent snapshot of the database.
    ///
    /// `body` runs on the store, synchronously.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, or `DatabaseError`.
    package func read<Value: Sendable>(
        _ body: @Sendable (StoreTransaction) throws -> Value
    ) throws -> Value {
        try database.reading { db in
            let changes = db.changesSinceOpening
            let value = try body(StoreTransaction(context: context(db)))
            precondition(db.changesSinceOpening == changes, "Changes need DeviceStore.write(_:).")
            return value
        }
    }

    /// Reads and writes in one transaction.
    ///
    /// `body` runs on the store, synchronously. An error that leaves it rolls back all of its
    /// writes. A transaction without changes is rolled back as well and notifies no observer.
    ///
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, `DatabaseError`, or ``StoreError`` with code `suspended`
    ///   while the file's lock is released.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @Sendable (StoreTransaction) throws -> Value
    ) throws -> Value {
        try canWrite()
        let (value, state) = try loggingErrors {
            try database.writingChanges { try run(body, $0) }
        }
        cached = state
        return value
    }

    /// Reads and writes in one transaction that a power loss may undo.
    ///
    /// It suits data that can be fetched again. Everything else is as in ``write(_:)``.
    @discardableResult
    package func writeWithoutSync<Value: Sendable>(
        _ body: @Sendable (StoreTransaction) throws -> Value
    ) throws -> Value {
        try canWrite()
        let (value, state) = try loggingErrors {
            try database.writingUnsynced { try run(body, $0) }
        }
        cached = state
        return value
    }

    /// Logs an error of the database by its code; errors of `body` are its caller's, who also
    /// reports this one.
    private func loggingErrors<Value>(_ transaction: () throws -> Value) throws -> Value {
        do {
            return try transaction()
        } catch let error as DatabaseError {
            logger.notice(
                "a transaction failed",
                metadata: ["code": "\(error.extendedResultCode.rawValue)"]
            )
            throw error
        }
    }

    /// - Returns: the result and the cached state after the transaction.
    private func run<Value>(
        _ body: (StoreTransaction) throws -> Value,
        _ db: Database
    ) throws -> (Value, CachedState) {
        let context = context(db)
        return (try body(StoreTransaction(context: context)), context.cached)
    }

    private func context(_ db: Database) -> TransactionContext {
        TransactionContext(
            db,
            dependencies: dependencies,
            changeTracker: changeTracker,
            cached: cached
        )
    }

    /// Throws unless writes are allowed; reacquires the file's lock if it was released.
    func canWrite() throws {
        guard !work.isSuspended else { throw StoreError(.suspended, .suspended) }
        try reacquireLock()
    }
}
