import Foundation
package import Logging
import Synchronization
package import TrendyModel
package import TrendyServer

/// Notices of changes between the servers of a database, over LISTEN and NOTIFY.
///
/// The transaction of a push sends no notification, because PostgreSQL commits transactions with
/// notifications one after the other. After the commit, a thread with a connection of its own sends
/// the ids of the changed accounts, at most once in ``interval``. A lost notification, such as while
/// the connection is down, is harmless: streams also poll at their heartbeat.
///
/// Source: [NOTIFY](https://www.postgresql.org/docs/current/sql-notify.html).
package final class PostgresChangeBus: ChangeBus {
    private struct State {
        /// The accounts to send, with the instants of their first changes.
        var changed: [EntityID: Deadline] = [:]
        /// The accounts that were sent and whose notice has not come back.
        var sent: [EntityID: Deadline] = [:]
        var lags = DurationTally()
        var isClosed = false
        var hasEnded = false
        var onEnd: [CheckedContinuation<Void, Never>] = []
    }

    private static let channel = "trendy_change"
    /// The minimum time between two statements that notify.
    private static let interval = Duration.milliseconds(20)
    /// The ids in one notification, whose text has fewer than 8,000 bytes.
    private static let maximumIDs = 200
    private static let notify = PostgresStatement(
        "notify_change",
        [.text],
        "SELECT pg_notify('\(channel)', $1)"
    )

    private let local = Broadcaster<EntityID>()
    private let state = Mutex(State())
    private let wake: WakePipe
    private let url: PostgresURL
    private let limits: PostgresPoolLimits
    private let logger: Logger

    /// Starts the thread, which begins to connect.
    ///
    /// - Parameters:
    ///   - url: the database.
    ///   - limits: the waits of the connection.
    ///   - logger: receives failures at the level `debug`; the pool reports outages.
    /// - Throws: ``PostgresError/Kind/unavailable`` when the process has too many open files.
    package init(
        _ url: PostgresURL,
        limits: PostgresPoolLimits = PostgresPoolLimits(),
        logger: Logger
    ) throws(PostgresError) {
        self.url = url
        self.limits = limits
        self.logger = logger
        wake = try WakePipe()
        // The thread keeps the bus until ``close()``.
        startThread("trendy-pg-bus") { self.run() }
    }

    package func changed(_ account: EntityID) {
        local.changed(account)
        state.withLock { state in
            guard !state.isClosed else { return }
            if state.changed[account] == nil { state.changed[account] = .now }
        }
        wake.wake()
    }

    package func listen(to account: EntityID) -> Broadcaster<EntityID>.Listener {
        local.listen(to: account)
    }

    package func count(of account: EntityID) -> Int { local.count(of: account) }

    /// The times from changes of this server to their notices, which the database sends to this
    /// server, too.
    package var lags: DurationTally { state.withLock(\.lags) }

    /// Closes the connection; accounts that were not sent are not sent any more.
    package func close() async {
        beginClosing()
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.onEnd.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// Begins what ``close()`` does, and does not wait for its end.
    func beginClosing() {
        state.withLock { $0.isClosed = true }
        wake.wake()
    }
}

/// The thread of the bus.
extension PostgresChangeBus {
    private var isClosed: Bool { state.withLock(\.isClosed) }

    private func run() {
        var delay = limits.firstDelay
        while !isClosed {
            do throws(PostgresError) {
                let connection = try PostgresConnection.open(
                    url,
                    deadline: .after(limits.connectTime)
                )
                defer { connection.close() }
                try connection.listen(to: Self.channel)
                delay = limits.firstDelay
                try serve(connection)
            } catch {
                logger.debug("The connection for notices of changes ended: \(error)")
                // Their notices are lost, or arrive at other servers only.
                state.withLock { $0.sent = [:] }
                if SocketPoll.wait(wake.reader, until: .after(delay)) == .ready { wake.drain() }
                delay = min(delay * 2, limits.maximumDelay)
            }
        }
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.onEnd = [] }
            return state.onEnd
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Sends and receives notices until the bus is closed.
    private func serve(_ connection: PostgresConnection) throws(PostgresError) {
        var earliest = Deadline.now
        while !isClosed {
            let isWaiting = state.withLock { !$0.changed.isEmpty }
            if isWaiting, earliest.hasPassed {
                try send(over: connection)
                earliest = .after(Self.interval)
                continue
            }
            let (outcome, isWoken, _) = SocketPoll.wait(
                wake.reader,
                or: connection.socket,
                until: isWaiting ? earliest : .after(limits.idleTime)
            )
            if isWoken { wake.drain() }
            switch outcome {
            case .ready: break
            case .timeout:
                if !isWaiting { try connection.check(deadline: .after(limits.checkTime)) }
            case .failed: throw PostgresConnection.lost
            }
            try receive(from: connection)
        }
    }

    private func send(over connection: PostgresConnection) throws(PostgresError) {
        let ids = state.withLock { state in
            defer { state.changed = [:] }
            state.sent.merge(state.changed) { earlier, _ in earlier }
            return state.changed.keys.sorted()
        }
        var batch = PostgresBatch()
        for start in stride(from: 0, to: ids.count, by: Self.maximumIDs) {
            let part = ids[start..<min(start + Self.maximumIDs, ids.count)]
            batch.add(Self.notify) { parameters in
                parameters.append(text: part.map(\.description).joined(separator: ","))
            }
        }
        try connection.roundTrip(batch, deadline: .after(limits.checkTime))
        try receive(from: connection)
    }

    private func returned(_ ids: [EntityID]) {
        state.withLock { state in
            for id in ids {
                guard let start = state.sent.removeValue(forKey: id) else { continue }
                state.lags.add(start.elapsed)
            }
        }
    }

    private func receive(from connection: PostgresConnection) throws(PostgresError) {
        for notification in try connection.notifications(until: .now) {
            let ids = notification.payload.split(separator: ",").compactMap { EntityID(String($0)) }
            if notification.processID == connection.processID {
                // The listeners of this server know already.
                returned(ids)
            } else {
                for id in ids { local.changed(id) }
            }
        }
    }
}
