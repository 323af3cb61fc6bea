import Foundation
package import Logging
import Synchronization
package import TrendyModel

/// A fixed number of connections, each with a thread of its own, for callers of async code.
///
/// Callers wait in the order of their arrival, at most until their deadline, and block no thread of
/// Swift's tasks. Lost connections are established again, with growing pauses.
package final class PostgresPool: Sendable {
    /// Serves a caller with a connection, or refuses it.
    typealias Job = @Sendable (Result<PostgresConnection, any Error>) -> Void

    private struct State: ~Copyable {
        var queue: PostgresPoolQueue
        var jobs: [UInt64: Job] = [:]
        var nextTicket: UInt64 = 0
        var connected = 0
        /// Why the last attempt to connect failed; `nil` after a success.
        var failure: PostgresError?
        var running: Int
        var onEnd: [CheckedContinuation<Void, Never>] = []
    }

    /// Counts what the connections do.
    package let counters = PostgresCounters()
    private let state: Mutex<State>
    private let wakes: [WakePipe]
    private let timerWake: WakePipe

    /// Starts the threads, which begin to connect.
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - limits: the number of connections and the waits.
    ///   - settings: the settings of each session.
    ///   - random: the source of the jitter between attempts to connect.
    ///   - logger: receives one line for each loss of the database and its return.
    /// - Throws: ``PostgresError/Kind/unavailable`` when the process has too many open files.
    package init(
        _ url: PostgresURL,
        limits: PostgresPoolLimits = PostgresPoolLimits(),
        settings: PostgresSessionSettings = PostgresSessionSettings(),
        random: any RandomSource,
        logger: Logger
    ) throws(PostgresError) {
        precondition(limits.connections > 0, "A pool needs a connection.")
        var wakes: [WakePipe] = []
        for _ in 0..<limits.connections { wakes.append(try WakePipe()) }
        self.wakes = wakes
        timerWake = try WakePipe()
        state = Mutex(
            State(
                queue: PostgresPoolQueue(maximumWaiting: limits.waiting),
                running: limits.connections
            )
        )
        for (index, wake) in wakes.enumerated() {
            let worker = PostgresPoolWorker(
                number: index,
                url: url,
                limits: limits,
                settings: settings,
                random: random,
                logger: logger,
                wake: wake
            )
            // The thread keeps the pool until ``close()``.
            startThread("trendy-pg-\(index)") { worker.run(self) }
        }
        startThread("trendy-pg-timer") { self.runTimer() }
    }

    /// The state of the pool.
    package var status: PostgresPoolStatus {
        state.withLock { state in
            PostgresPoolStatus(
                connected: state.connected,
                idle: state.queue.sleepingCount,
                waiting: state.queue.waitingCount
            )
        }
    }

    /// Runs `body` with a connection on the connection's thread, at the caller's turn.
    ///
    /// A transaction that `body` leaves open is rolled back. The connection must not leave `body`.
    ///
    /// - Parameters:
    ///   - deadline: the end of the wait, and the deadline of the connection's calls.
    ///   - isolation: the actor of the caller.
    ///   - body: synchronous work; once it runs, a cancellation of the task does not stop it.
    /// - Returns: the result of `body`.
    /// - Throws: ``PostgresError/Kind/unavailable`` with the origin
    ///   ``PostgresError/Origin/poolIsFull``, ``PostgresError/Origin/poolTimeout``,
    ///   ``PostgresError/Origin/poolIsClosed`` or ``PostgresError/Origin/cannotConnect``,
    ///   `CancellationError` when the task is cancelled while it waits, and errors of `body`.
    package func withConnection<Value: Sendable>(
        deadline: Deadline,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
                let start = Deadline.now
                enqueue(ticket, deadline) { [counters] connection in
                    let outcome = Result<Value, any Error> {
                        let connection = try connection.get()
                        counters.waited(start.elapsed)
                        connection.deadline = deadline
                        connection.counters = counters
                        return try body(connection)
                    }
                    if case .failure(let error) = outcome { counters.failed(error) }
                    continuation.resume(with: outcome)
                }
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    /// Refuses new callers, serves the waiting ones, and closes the connections.
    package func close() async {
        beginClosing()
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if state.running > 0 { state.onEnd.append(continuation) }
                return state.running == 0
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// Begins what ``close()`` does, and does not wait for its end.
    package func beginClosing() {
        // Also wakes the workers that pause before the next attempt to connect.
        state.withLock { $0.queue.close() }
        for wake in wakes { wake.wake() }
    }
}

extension PostgresPool {
    private func enqueue(_ ticket: UInt64, _ deadline: Deadline, _ job: @escaping Job) {
        let admission = state.withLock { state -> PostgresPoolQueue.Admission? in
            // An earlier cancellation is seen here; a later one finds the ticket.
            guard !Task.isCancelled else { return nil }
            let admission = state.queue.add(ticket, deadline: deadline)
            switch admission {
            case .wake, .wait: state.jobs[ticket] = job
            case .full, .closed: break
            }
            return admission
        }
        switch admission {
        case .wake(let worker):
            wakes[worker].wake()
        case .wait(let setsTimer):
            if setsTimer { timerWake.wake() }
        case .full:
            job(.failure(Self.refusal(.poolIsFull, "Too many requests wait for the database.")))
        case .closed:
            job(.failure(Self.refusal(.poolIsClosed, "The server is shutting down.")))
        case nil:
            job(.failure(CancellationError()))
        }
    }

    private func cancel(_ ticket: UInt64) {
        let job = state.withLock { state -> Job? in
            state.queue.remove(ticket) ? state.jobs.removeValue(forKey: ticket) : nil
        }
        job?(.failure(CancellationError()))
    }

    /// Refuses callers at their deadline, until the pool has ended.
    private func runTimer() {
        while true {
            let (next, hasEnded) = state.withLock { state in
                (state.queue.setTimer(), state.running == 0)
            }
            guard !hasEnded else { return }
            let deadline = next ?? .after(.seconds(3600))
            if SocketPoll.wait(timerWake.reader, until: deadline) == .ready { timerWake.drain() }
            let (jobs, failure) = state.withLock { state in
                let expired = state.queue.expire(at: .now)
                return (expired.compactMap { state.jobs.removeValue(forKey: $0) }, state.failure)
            }
            for job in jobs { job(.failure(failure ?? Self.timeout)) }
        }
    }

    private static let timeout = refusal(
        .poolTimeout,
        "No connection to the database became free in time."
    )

    private static func refusal(_ origin: PostgresError.Origin, _ text: String) -> PostgresError {
        PostgresError(.unavailable, origin, text)
    }
}

/// What the workers call.
extension PostgresPool {
    /// The next work of a worker.
    enum Work {
        case serve(Job)
        case sleep
        case end
    }

    /// Whether the pool is closed and has served all callers.
    var isFinished: Bool {
        state.withLock { $0.queue.isClosed && $0.queue.waitingCount == 0 }
    }

    func next(worker: Int) -> Work {
        state.withLock { state in
            while true {
                switch state.queue.next(worker: worker) {
                case .serve(let ticket):
                    if let job = state.jobs.removeValue(forKey: ticket) { return .serve(job) }
                case .sleep: return .sleep
                case .end: return .end
                }
            }
        }
    }

    /// A worker does not sleep any more.
    func wakeUp(worker: Int) {
        state.withLock { $0.queue.wakeUp(worker: worker) }
    }

    /// A worker cannot serve the callers that it was woken for.
    func handOver() {
        let (replacement, isWaiting) = state.withLock { state in
            (state.queue.replacement(), state.queue.waitingCount > 0)
        }
        if let replacement {
            wakes[replacement].wake()
        } else if isWaiting {
            timerWake.wake()
        }
    }

    /// A worker has a connection; returns whether the database was unreachable before.
    func connected() -> Bool {
        state.withLock { state in
            state.connected += 1
            defer { state.failure = nil }
            return state.failure != nil
        }
    }

    func disconnected() {
        state.withLock { $0.connected -= 1 }
    }

    /// A worker could not connect; returns whether it is the first failure of its kind in a row.
    func couldNotConnect(_ error: PostgresError) -> Bool {
        state.withLock { state in
            defer { state.failure = error }
            return state.failure?.origin != error.origin
                || state.failure?.sqlState != error.sqlState
        }
    }

    func ended() {
        let waiting = state.withLock { state in
            state.running -= 1
            guard state.running == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.onEnd = [] }
            return state.onEnd
        }
        timerWake.wake()
        for continuation in waiting { continuation.resume() }
    }
}
