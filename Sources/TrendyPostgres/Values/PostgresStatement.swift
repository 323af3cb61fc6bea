/// A statement that each connection prepares by name on its first use.
///
/// Keep statements in static constants: a name stands for one text in the whole process.
package struct PostgresStatement: Sendable {
    /// The name on the connection.
    package let name: String
    /// The text with the parameters `$1`, `$2` and so on.
    package let sql: String
    /// The types of the parameters, in order.
    package let types: [PostgresType]
    /// Whether the statement commits a transaction: a connection that is lost while it runs leaves
    /// the result unknown.
    let isCommit: Bool

    /// Creates a statement.
    package init(_ name: String, _ types: [PostgresType] = [], _ sql: String) {
        self.init(name, types, sql, isCommit: false)
    }

    private init(_ name: String, _ types: [PostgresType], _ sql: String, isCommit: Bool) {
        // The server compares the first 63 bytes only.
        precondition(name.utf8.count < 64, "The name of a statement is too long.")
        self.name = name
        self.sql = sql
        self.types = types
        self.isCommit = isCommit
    }

    /// Begins a transaction at the isolation level of the session.
    package static let begin = PostgresStatement("begin", [], "BEGIN", isCommit: false)
    /// Commits the transaction.
    package static let commit = PostgresStatement("commit", [], "COMMIT", isCommit: true)
    /// Ends the transaction without its changes.
    package static let rollback = PostgresStatement("rollback", [], "ROLLBACK", isCommit: false)
}
