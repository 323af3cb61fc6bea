import CPostgres
import Foundation

/// A connection to a PostgreSQL server, used by one thread.
///
/// All statements run in libpq's pipeline mode: a batch is one round trip. A call blocks its thread
/// until the answer or the deadline. At the deadline the connection is closed, and never cancelled:
/// a cancelled wait for a synchronous standby would return a successful commit that a failover
/// loses.
package final class PostgresConnection {
    /// The deadline of calls that have none of their own.
    package var deadline: Deadline
    /// The open connection of libpq; `nil` after ``close()`` or a failure.
    var handle: OpaquePointer?
    /// Changes each batch before it is sent; for tests.
    var rewriteBatch: (@Sendable (PostgresBatch) -> PostgresBatch)?
    /// The timeline at the start of the connection, which it cannot change; `nil` when unknown.
    var timeline: PostgresTimeline?
    /// Records the commits of transactions; `nil` to record none.
    var failoverGuard: FailoverGuard?
    /// Whether a ``PostgresCopy`` is open, which no statement can interrupt.
    var copyIsOpen = false
    /// Counts conflicts; `nil` without a pool.
    var counters: PostgresCounters?
    private var prepared: Set<String> = []
    private let notices: PostgresNotices

    /// Takes over an established connection of libpq.
    init(_ handle: OpaquePointer, deadline: Deadline) {
        self.handle = handle
        self.deadline = deadline
        notices = PostgresNotices()
        // The connection owns the receiver of its notices and is closed before it.
        PQsetNoticeReceiver(
            handle,
            PostgresNotices.receive,
            Unmanaged.passUnretained(notices).toOpaque()
        )
    }

    deinit {
        close()
    }

    /// Whether the connection was open at the end of its last call.
    package var isOpen: Bool { handle != nil }

    /// Whether a transaction is open, or was aborted and not ended.
    package var isInTransaction: Bool {
        guard let handle else { return false }
        return PQtransactionStatus(handle) != PQTRANS_IDLE
    }

    /// The socket; -1 when the connection is closed.
    var socket: Int32 { handle.map { PQsocket($0) } ?? -1 }

    /// The id of the server's process, as in `pg_stat_activity`.
    package var processID: Int32 { handle.map { PQbackendPID($0) } ?? 0 }

    /// Closes the connection; an open transaction is rolled back by the server.
    package func close() {
        guard let handle else { return }
        self.handle = nil
        prepared = []
        PQfinish(handle)
    }

    /// Sends the statements of a batch and waits for their results, one for each.
    ///
    /// Without a transaction, use it for reads only: when the connection is lost, the error does not
    /// say whether a write was committed.
    ///
    /// - Parameters:
    ///   - batch: the statements.
    ///   - deadline: replaces ``deadline``.
    /// - Returns: one result for each statement.
    /// - Throws: the error of the first statement that failed. The connection is closed when it
    ///   cannot be used again; otherwise the caller rolls back an open transaction.
    @discardableResult
    package func roundTrip(
        _ batch: PostgresBatch,
        deadline: Deadline? = nil
    ) throws(PostgresError) -> [PostgresResult] {
        guard let handle else {
            throw PostgresError(.unavailable, .connectionLost, "The connection is closed.")
        }
        precondition(!copyIsOpen, "The copy has to be finished first.")
        let end = deadline ?? self.deadline
        // A call that is late anyway must not begin a commit.
        if end.hasPassed { throw Self.pastDeadline }
        let batch = rewriteBatch?(batch) ?? batch
        notices.warning = nil
        do throws(PostgresError) {
            let slots = try send(batch, handle)
            let results = try receive(slots, handle, until: end)
            try checkCommit(batch, results)
            return results
        } catch {
            var error = error
            if batch.commits, error.leavesCommitUnknown { error.kind = .commitUnknown }
            if error.endsConnection || PQstatus(handle) != CONNECTION_OK { close() }
            throw error
        }
    }

    /// Checks that the server answers, in one round trip without a statement.
    package func check(deadline: Deadline) throws(PostgresError) {
        try roundTrip(PostgresBatch(), deadline: deadline)
    }

    /// An expected result of the pipeline.
    private enum Slot {
        /// The preparation of a statement by name.
        case preparation(String)
        /// The result of a statement of the batch.
        case execution
    }

    private func send(
        _ batch: PostgresBatch,
        _ handle: OpaquePointer
    ) throws(PostgresError) -> [Slot] {
        var slots: [Slot] = []
        var sent: Set<String> = []
        for (statement, parameters) in batch.items {
            if !prepared.contains(statement.name), sent.insert(statement.name).inserted {
                let types = statement.types.map { Oid($0.rawValue) }
                let count = Int32(types.count)
                guard PQsendPrepare(handle, statement.name, statement.sql, count, types) == 1 else {
                    throw Self.lost
                }
                slots.append(.preparation(statement.name))
            }
            let isSent = parameters.withPointers { values, lengths, formats in
                PQsendQueryPrepared(
                    handle,
                    statement.name,
                    Int32(values.count),
                    values,
                    lengths,
                    formats,
                    1
                ) == 1
            }
            guard isSent else { throw Self.lost }
            slots.append(.execution)
        }
        guard PQpipelineSync(handle) == 1 else { throw Self.lost }
        return slots
    }

    /// Reads the result of each slot and the synchronization point after them.
    private func receive(
        _ slots: [Slot],
        _ handle: OpaquePointer,
        until deadline: Deadline
    ) throws(PostgresError) -> [PostgresResult] {
        var results: [PostgresResult] = []
        var failure: PostgresError?
        for slot in slots {
            guard let result = try next(handle, until: deadline) else { throw Self.lost }
            let status = PQresultStatus(result.raw)
            switch status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                switch slot {
                case .preparation(let name): prepared.insert(name)
                case .execution: results.append(result)
                }
            case PGRES_PIPELINE_ABORTED:
                break
            default:
                let error = PostgresError(result.raw) ?? Self.lost
                // Nothing follows a lost connection; the server ended it in order after a FATAL.
                if error.endsConnection { throw failure ?? error }
                failure = failure ?? error
            }
            // Each result is followed by the end of its statement.
            guard try next(handle, until: deadline) == nil else { throw Self.lost }
        }
        guard let end = try next(handle, until: deadline),
            PQresultStatus(end.raw) == PGRES_PIPELINE_SYNC
        else { throw Self.lost }
        if let failure { throw failure }
        return results
    }

    /// The longest wait on a connection with TLS: bytes that the TLS library has decrypted, and libpq
    /// has not read yet, do not make the socket readable.
    private static let tlsWait = Duration.milliseconds(10)

    /// The next result of libpq; `nil` at the end of a statement.
    func next(
        _ handle: OpaquePointer,
        until deadline: Deadline
    ) throws(PostgresError) -> PostgresResult? {
        while true {
            let unsent = PQflush(handle) == 1
            if PQisBusy(handle) == 0 { return PQgetResult(handle).map { PostgresResult($0) } }
            let end = PQsslInUse(handle) == 1 ? min(deadline, .after(Self.tlsWait)) : deadline
            switch SocketPoll.wait(PQsocket(handle), writing: unsent, until: end) {
            case .ready: break
            case .timeout: if deadline.hasPassed { throw Self.pastDeadline }
            case .failed: throw Self.lost
            }
            if PQconsumeInput(handle) == 0 {
                // The result says what the server sent last, such as that it shuts down.
                return PQgetResult(handle).map { PostgresResult($0) }
            }
        }
    }

    /// Throws unless a commit was carried out without a warning.
    private func checkCommit(
        _ batch: PostgresBatch,
        _ results: [PostgresResult]
    ) throws(PostgresError) {
        guard batch.commits else { return }
        if let warning = notices.warning {
            throw PostgresError(
                .commitUnknown,
                .commitWarning,
                sqlState: warning,
                "The server committed with a warning; a standby may lack the transaction."
            )
        }
        for (item, result) in zip(batch.items, results)
        where item.statement.isCommit && result.commandTag != "COMMIT" {
            throw PostgresError(
                .other,
                .unexpectedResult,
                "The transaction was rolled back instead of committed."
            )
        }
    }

    static let lost = PostgresError(
        .unavailable,
        .connectionLost,
        "The connection to the database was lost."
    )

    static let pastDeadline = PostgresError(
        .unavailable,
        .deadline,
        "The database did not answer before the deadline."
    )
}

extension PostgresError {
    /// Whether a batch with a commit may have been committed when it ends with this error.
    ///
    /// An ordinary error of the server skips the commit, or is the result of the commit. After a
    /// fatal error or without an answer nothing is certain.
    fileprivate var leavesCommitUnknown: Bool {
        switch origin {
        case .connectionLost, .deadline: true
        case .server: isFatal
        default: false
        }
    }
}
