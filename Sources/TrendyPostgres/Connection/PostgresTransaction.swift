/// An open transaction of a connection.
///
/// The first batch begins the transaction, and the batch of ``commit(_:)`` ends it, so that a
/// transaction of reads and then writes takes two round trips.
package final class PostgresTransaction {
    private let connection: PostgresConnection
    private var hasBegun = false
    private(set) var hasCommitted = false

    fileprivate init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    /// Runs a batch in the transaction; returns a result for each statement.
    @discardableResult
    package func roundTrip(
        _ batch: PostgresBatch
    ) throws(PostgresError) -> [PostgresResult] {
        precondition(!hasCommitted, "The transaction has ended.")
        guard !hasBegun else { return try connection.roundTrip(batch) }
        var batch = batch
        batch.prepend(.begin)
        hasBegun = true
        return Array(try connection.roundTrip(batch).dropFirst())
    }

    /// Begins to insert many new rows; the copy has to be finished before the next batch.
    func copy(into table: String, columns: [String]) throws(PostgresError) -> PostgresCopy {
        if !hasBegun { try roundTrip(PostgresBatch()) }
        return try PostgresCopy(connection, into: table, columns: columns)
    }

    /// Runs a last batch and commits, in one round trip.
    ///
    /// - Throws: ``PostgresError/Kind/commitUnknown`` when the connection is lost on the way.
    @discardableResult
    package func commit(
        _ batch: PostgresBatch = PostgresBatch()
    ) throws(PostgresError) -> [PostgresResult] {
        var batch = batch
        guard let failoverGuard = connection.failoverGuard else {
            batch.add(.commit)
            let results = try roundTrip(batch)
            hasCommitted = true
            return results.dropLast()
        }
        let position = batch.add(PostgresFailoverQuery.commit)
        batch.add(.commit)
        let start = failoverGuard.commitCount
        let results = try roundTrip(batch)
        hasCommitted = true
        if let row = results[position].first {
            try failoverGuard.acknowledge(row, start: start, on: connection)
        }
        return results.dropLast(2)
    }
}

extension PostgresConnection {
    /// The time before the deadline in which no further attempt begins.
    private static let attemptTime = Duration.milliseconds(100)

    /// Runs a transaction, and repeats it while it conflicts with others, until the deadline.
    ///
    /// The transaction is committed when `body` returns, unless `body` committed it. Any error
    /// rolls it back.
    ///
    /// - Parameter body: runs once for each attempt.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`; ``PostgresError/Kind/unavailable`` when the last attempt
    ///   conflicts; ``PostgresError/Kind/commitUnknown`` when the connection is lost in the commit.
    package func transaction<Value>(
        _ body: (PostgresTransaction) throws -> Value
    ) throws -> Value {
        try retrying {
            let transaction = PostgresTransaction(self)
            let value = try body(transaction)
            if !transaction.hasCommitted { try transaction.commit() }
            return value
        }
    }

    /// Repeats work while it conflicts with other transactions, as ``transaction(_:)`` does; an open
    /// transaction is rolled back after each error.
    ///
    /// One of the transactions that conflict commits, so that each of them commits in the end.
    ///
    /// Use it for a batch that reads without a transaction.
    package func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        var attempt = 1
        while true {
            do {
                return try body()
            } catch var error as PostgresError where error.kind == .serialization {
                rollBack()
                counters?.conflicted()
                let pause = Self.pause(before: attempt)
                guard isOpen, deadline.remaining > pause + Self.attemptTime else {
                    error.kind = .unavailable
                    throw error
                }
                _ = SocketPoll.wait(-1, until: .after(pause))
                attempt += 1
            } catch {
                rollBack()
                throw error
            }
        }
    }

    /// The time that a rollback may take after the deadline of the work.
    private static let rollbackTime = Duration.seconds(1)

    /// Rolls an open transaction back, or closes the connection when that fails.
    func rollBack() {
        guard isOpen, isInTransaction else { return }
        // The server rolls the transactions of closed connections back.
        if copyIsOpen { return close() }
        do {
            try roundTrip(
                PostgresBatch(.rollback),
                deadline: max(deadline, .after(Self.rollbackTime))
            )
        } catch {
            close()
        }
    }

    /// 1 ms, then twice as long each time, up to 32 ms.
    private static func pause(before attempt: Int) -> Duration {
        .milliseconds(1 << min(attempt - 1, 5))
    }
}
