import TrendyModel
import TrendyServer

/// Copies the rows of one account between two clusters; used by one thread.
///
/// Rows travel as text, one column of a table's row type, so that the copy knows no columns. Both
/// clusters have the same migrations.
final class AccountCopy {
    /// The number of rows in one round trip.
    private static let batchRows = 500

    private let account: EntityID
    private let source: PostgresConnection
    private let target: PostgresConnection
    private let tables: [String]

    init(_ account: EntityID, from source: PostgresURL, to target: PostgresURL) throws {
        self.account = account
        var settings = PostgresSessionSettings()
        settings.idleInTransaction = .zero
        self.source = try .open(source, settings: settings, deadline: .after(.seconds(30)))
        self.target = try .open(target, deadline: .after(.seconds(30)))
        for connection in [self.source, self.target] {
            connection.deadline = .after(.seconds(86_400))
        }
        tables = try self.source.roundTrip(PostgresBatch(ShardQuery.tables))[0]
            .map { try $0.string(0) }
    }

    func close() {
        source.close()
        target.close()
    }

    /// Refuses clusters whose tables differ.
    func checkVersions() throws {
        let versions = try [source, target].map { try PostgresMigrations.current($0) }
        guard versions[0] == versions[1], versions[0] == PostgresMigrations.newest else {
            throw AccountMove.refusal(
                "The shards have different versions. Run 'trendy server migrate' on each of them."
            )
        }
    }

    /// Takes the account's row out of the reach of servers; returns `false` for an unknown account
    /// or one in deletion.
    func freeze() throws -> Bool {
        let batch = statement(ShardQuery.freeze)
        let isTaken = try source.transaction { try $0.commit(batch)[0].affectedRows == 1 }
        return try isTaken || frozenContent() != nil
    }

    /// The account's row in the source, as text; `nil` when it is not frozen.
    private func frozenContent() throws -> String? {
        let rows = try source.roundTrip(statement(ShardQuery.frozen))[0]
        guard let content = try rows.first?.string(0), !content.isEmpty else { return nil }
        return content
    }

    /// Copies all rows in one snapshot of the source; the target has none of the account before.
    ///
    /// - Returns: the number of rows.
    func copyRows(progress: (Int) -> Void) throws -> Int {
        guard let content = try frozenContent() else {
            throw AccountMove.refusal("The account's row is missing in the shard. Try again.")
        }
        try markTarget("")
        try deleteRows(on: target)
        _ = try target.transaction { try $0.commit(statement(ShardQuery.deleteAccount)) }
        var count = 0
        var first = PostgresBatch(.begin)
        first.add(Self.snapshot)
        try source.roundTrip(first)
        for (number, table) in tables.enumerated() {
            let cursor = "move_\(number)"
            let declare = PostgresStatement(
                "declare_\(number)",
                [],
                """
                DECLARE \(cursor) NO SCROLL CURSOR FOR
                SELECT found::text FROM \(table) AS found WHERE account = '\(account)'
                """
            )
            try source.roundTrip(PostgresBatch(declare))
            let fetch = PostgresBatch(
                PostgresStatement("fetch_\(number)", [], "FETCH \(Self.batchRows) FROM \(cursor)")
            )
            while true {
                let rows = try source.roundTrip(fetch)[0]
                guard !rows.isEmpty else { break }
                try insert(rows, into: table, number)
                count += rows.count
                progress(count)
            }
        }
        try source.roundTrip(PostgresBatch(.rollback))
        try markTarget(content)
        return count
    }

    private static let snapshot = PostgresStatement(
        "move_snapshot",
        [],
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    )

    private func insert(_ rows: PostgresResult, into table: String, _ number: Int) throws {
        let values = try rows.map { try $0.string(0) }
        let insert = PostgresStatement(
            "insert_\(number)",
            [.textArray],
            """
            INSERT INTO \(table) SELECT (row_of.value).* FROM (
                SELECT content::\(table) AS value FROM unnest($1) AS given (content)
                OFFSET 0) AS row_of
            """
        )
        var batch = statement(ShardQuery.lockFrozen)
        batch.add(insert) { parameters in
            parameters.appendArray(of: .text, values) { $0.append(text: $1) }
        }
        try target.transaction { transaction in
            // Another mover has completed the move.
            guard try !transaction.roundTrip(batch)[0].isEmpty else {
                throw AccountMove.refusal("The account was moved by another command.")
            }
        }
    }

    /// Compares the number and the digest of the rows of each table, and the account's row.
    ///
    /// - Throws: ``ServerError`` of the code `cannotMoveAccount` for a difference; the account stays
    ///   in the source, and the move can be repeated.
    func verify() throws {
        guard let table = try firstDifference() else { return }
        throw AccountMove.refusal("The copy of the table '\(table)' differs. Repeat the move.")
    }

    /// The first table whose copy differs; `nil` for a complete copy.
    func firstDifference() throws -> String? {
        // An epoch that was renewed meanwhile is in the source only.
        let rows = try [source, target].map { connection in
            try connection.roundTrip(statement(ShardQuery.frozen))[0].first?.string(0)
        }
        guard rows[0] == rows[1] else { return "account" }
        for (number, table) in tables.enumerated() {
            let digest = PostgresStatement(
                "digest_\(number)",
                [.uuid],
                """
                SELECT count(*), coalesce(sum(hashtextextended(found::text, 0)), 0)::text
                FROM \(table) AS found WHERE account = $1
                """
            )
            let results = try [source, target].map { connection in
                let row = try connection.roundTrip(statement(digest))[0][0]
                return "\(try row.int(0)) \(try row.string(1))"
            }
            guard results[0] == results[1] else { return table }
        }
        return nil
    }

    /// Whether servers use the account in the target already.
    func isThawed() throws -> Bool {
        try !target.roundTrip(statement(ShardQuery.account))[0].isEmpty
    }

    /// Lets servers use the account in the target.
    func thaw() throws {
        var batch = statement(ShardQuery.thaw)
        batch.add(ShardQuery.deleteFrozen) { $0.append(uuid: account) }
        _ = try target.transaction { try $0.commit(batch) }
    }

    /// Deletes the account's rows in the source, last the one that keeps servers away.
    func deleteSource() throws {
        try deleteRows(on: source)
        let last = statement(ShardQuery.deleteFrozen)
        _ = try source.transaction { try $0.commit(last) }
    }

    private func markTarget(_ content: String) throws {
        var batch = PostgresBatch()
        batch.add(ShardQuery.setFrozen) {
            $0.append(uuid: account)
            $0.append(text: content)
        }
        _ = try target.transaction { try $0.commit(batch) }
    }

    /// Deletes in short transactions, because a server's maintenance waits for long ones.
    private func deleteRows(on connection: PostgresConnection) throws {
        for (number, table) in tables.enumerated() {
            let delete = PostgresStatement(
                "delete_\(number)",
                [.uuid],
                """
                DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM \(table) WHERE account = $1 LIMIT \(Self.batchRows * 10)))
                """
            )
            let batch = statement(delete)
            while try connection.transaction({ try $0.commit(batch)[0].affectedRows }) > 0 {}
        }
    }

    /// A batch of one statement whose only parameter is the account.
    private func statement(_ statement: PostgresStatement) -> PostgresBatch {
        var batch = PostgresBatch()
        batch.add(statement) { $0.append(uuid: account) }
        return batch
    }
}
