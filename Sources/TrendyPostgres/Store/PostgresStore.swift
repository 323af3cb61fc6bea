import Logging
import TrendyModel
package import TrendyServer
import TrendyWire

/// The server's store in a PostgreSQL database, which several servers can share.
///
/// Writes of an account lock its row first, at READ COMMITTED, so that their order is the order of
/// their commits. Reads are single statements. Both also hold at REPEATABLE READ and SERIALIZABLE,
/// where conflicts are repeated. Errors of the database are ``StoreUnavailable``, as far as a later
/// attempt can succeed.
package final class PostgresStore: ServerStore {
    package let changeBus: any ChangeBus
    /// The connections.
    package let pool: PostgresPool
    let limits: WorkLimits
    let quota: AccountQuota
    let reads: WorkScheduler<EntityID>
    private let writes: WorkScheduler<EntityID>
    let wallClock: (any WallClock)?
    let failoverGuard: FailoverGuard?
    let faults: PostgresFaultLog
    let callTime: Duration
    /// The number of connections of the pool.
    let connections: Int
    private let afterStep: @Sendable (EntityID) async throws -> Void

    /// Creates a store on a migrated database.
    ///
    /// - Parameters:
    ///   - pool: the connections; the store closes them.
    ///   - connections: the number of connections of the pool.
    ///   - changeBus: notifies of changes; the store closes it.
    ///   - limits: the queue lengths of reads and writes of one account.
    ///   - quota: the storage quota of one account.
    ///   - callTime: the time of one transaction with the wait for a connection.
    ///   - wallClock: the clock that readiness compares with the database's; `nil` for none.
    ///   - failoverGuard: what recognizes failovers; the pool has the same.
    ///   - logger: receives faults of the database.
    ///   - afterStep: runs between the transactions of a write with several transactions, with its
    ///     account; its error ends the write. For tests.
    init(
        pool: PostgresPool,
        connections: Int,
        changeBus: any ChangeBus = Broadcaster<EntityID>(),
        limits: WorkLimits = WorkLimits(),
        quota: AccountQuota = AccountQuota(),
        callTime: Duration = .seconds(10),
        wallClock: (any WallClock)? = nil,
        failoverGuard: FailoverGuard? = nil,
        logger: Logger = Logger(label: "trendy.store") { _ in SwiftLogNoOpLogHandler() },
        afterStep: @escaping @Sendable (EntityID) async throws -> Void = { _ in }
    ) {
        self.pool = pool
        self.connections = connections
        self.changeBus = changeBus
        self.limits = limits
        self.quota = quota
        self.callTime = callTime
        self.wallClock = wallClock
        self.failoverGuard = failoverGuard
        faults = PostgresFaultLog(logger: logger)
        self.afterStep = afterStep
        // One account leaves connections to the others.
        reads = WorkScheduler(
            name: "reads",
            limits: WorkSchedulerLimits(
                running: connections,
                runningPerKey: min(connections, limits.readsPerAccount),
                waitingPerKey: limits.waitingReadsPerAccount,
                waiting: limits.waitingReads
            )
        )
        writes = WorkScheduler(
            name: "writes",
            limits: WorkSchedulerLimits(
                running: connections,
                runningPerKey: 1,
                waitingPerKey: limits.waitingWritesPerAccount,
                waiting: limits.waitingWrites
            )
        )
    }

    deinit {
        pool.beginClosing()
        (changeBus as? PostgresChangeBus)?.beginClosing()
    }

    package func close() async throws {
        await pool.close()
        await (changeBus as? PostgresChangeBus)?.close()
        failoverGuard?.stop()
    }

    /// The reads and writes that wait for their turn.
    var waitingReads: Int { reads.waitingCount }
    var waitingWrites: Int { writes.waitingCount }

    /// Runs work on a connection.
    ///
    /// - `time`: the time of the work with the wait for a connection; that of the store by default.
    /// - `operation`: the work's name in traces.
    func run<Value: Sendable>(
        within time: Duration? = nil,
        operation: String = #function,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await withPartSpan(.postgresql, operation) { span in
            do {
                return try await pool.withConnection(deadline: .after(time ?? callTime)) {
                    span?.begin()
                    return try body($0)
                }
            } catch let error as PostgresError {
                guard let unavailable = StoreUnavailable(error) else { throw error }
                faults.report(unavailable)
                throw unavailable
            }
        }
    }

    /// Runs one statement, which reads.
    func read<Value: Sendable>(
        _ statement: PostgresStatement,
        _ parameters: PostgresParameters = PostgresParameters(reservingBytes: 0),
        operation: String = #function,
        _ body: @escaping @Sendable (PostgresResult) throws -> Value
    ) async throws -> Value {
        let batch = PostgresBatch(statement, parameters)
        return try await run(operation: operation) { connection in
            // A single statement conflicts only at the higher isolation levels.
            try connection.retrying {
                guard let result = try connection.roundTrip(batch).first else {
                    throw PostgresConnection.lost
                }
                return try body(result)
            }
        }
    }

    /// Runs one statement with a long result, at the account's turn.
    func readLong<Value: Sendable>(
        for account: EntityID,
        _ statement: PostgresStatement,
        _ parameters: PostgresParameters,
        operation: String = #function,
        _ body: @escaping @Sendable (PostgresResult) throws -> Value
    ) async throws -> Value {
        try await reads.run(for: account) {
            try await read(statement, parameters, operation: operation, body)
        }
    }

    /// Runs a transaction.
    func transaction<Value: Sendable>(
        operation: String = #function,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(operation: operation) { try $0.transaction(body) }
    }

    /// Runs a transaction at the account's turn.
    func write<Value: Sendable>(
        for account: EntityID,
        operation: String = #function,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await writes.run(for: account) {
            try await transaction(operation: operation, body)
        }
    }

    /// Lets tests act between two transactions of one write.
    func finishedStep(of account: EntityID) async throws {
        try Task.checkCancellation()
        try await afterStep(account)
    }
}
