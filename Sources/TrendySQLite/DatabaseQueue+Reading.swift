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
}
