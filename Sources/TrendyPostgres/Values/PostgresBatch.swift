/// Statements that are sent together and answered in one round trip.
///
/// An error skips all later statements of the batch. Outside of a transaction the statements of a
/// batch form one transaction.
package struct PostgresBatch: Sendable {
    private(set) var items: [(statement: PostgresStatement, parameters: PostgresParameters)] = []

    /// Creates a batch without statements.
    package init() {}

    /// Creates a batch of one statement.
    package init(
        _ statement: PostgresStatement,
        _ parameters: PostgresParameters = PostgresParameters(reservingBytes: 0)
    ) {
        add(statement, parameters)
    }

    /// The number of statements.
    package var count: Int { items.count }

    /// Whether a statement commits.
    var commits: Bool { items.contains { $0.statement.isCommit } }

    /// Appends a statement; returns the index of its result.
    @discardableResult
    package mutating func add(
        _ statement: PostgresStatement,
        _ parameters: PostgresParameters = PostgresParameters(reservingBytes: 0)
    ) -> Int {
        precondition(
            parameters.count == statement.types.count,
            "The statement \(statement.name) needs one parameter for each type."
        )
        items.append((statement, parameters))
        return items.count - 1
    }

    /// Appends a statement; `fill` appends its parameters.
    @discardableResult
    package mutating func add(
        _ statement: PostgresStatement,
        _ fill: (inout PostgresParameters) throws -> Void
    ) rethrows -> Int {
        add(statement, try PostgresParameters(fill))
    }

    /// Appends the statements of another batch.
    mutating func append(_ other: PostgresBatch) { items += other.items }

    /// Inserts a statement without parameters before all others.
    mutating func prepend(_ statement: PostgresStatement) {
        items.insert((statement, PostgresParameters(reservingBytes: 0)), at: 0)
    }
}
