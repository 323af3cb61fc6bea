import Foundation
import Logging
import TrendyModel

/// One thread of a pool with its connection.
struct PostgresPoolWorker: Sendable {
    let number: Int
    let url: PostgresURL
    let limits: PostgresPoolLimits
    let settings: PostgresSessionSettings
    let random: any RandomSource
    let logger: Logger
    let wake: WakePipe

    /// Serves callers until the pool is closed.
    func run(_ pool: PostgresPool) {
        while let connection = connect(pool) {
            serve(connection, pool)
            connection.close()
            pool.disconnected()
        }
        pool.ended()
    }

    /// Connects, with growing pauses between the attempts; `nil` when the pool is closed.
    private func connect(_ pool: PostgresPool) -> PostgresConnection? {
        var delay = limits.firstDelay
        while !pool.isFinished {
            pool.handOver()
            do {
                let connection = try PostgresConnection.open(
                    url,
                    settings: settings,
                    deadline: .after(limits.connectTime)
                )
                if pool.connected() { logger.notice("The database is reachable again.") }
                return connection
            } catch {
                if pool.couldNotConnect(error) { logger.warning("\(error)") }
            }
            // Between half of the delay and all of it, so that not all nodes come at once.
            let part = Double(random.next() >> 11) / Double(1 << 53)
            let pause = delay * (0.5 + part / 2)
            if SocketPoll.wait(wake.reader, until: .after(pause)) == .ready { wake.drain() }
            delay = min(delay * 2, limits.maximumDelay)
        }
        return nil
    }

    /// Serves callers until the connection is lost or the pool is closed.
    private func serve(_ connection: PostgresConnection, _ pool: PostgresPool) {
        while true {
            // Another connection has found a later timeline.
            guard connection.failoverGuard?.isCurrent(connection) != false else { return }
            switch pool.next(worker: number) {
            case .serve(let job):
                job(.success(connection))
                connection.rollBack()
                guard connection.isOpen else { return }
            case .sleep:
                let isAlive = sleep(connection, pool)
                pool.wakeUp(worker: number)
                guard isAlive else { return }
            case .end:
                return
            }
        }
    }

    /// Sleeps until it is woken, or the connection is idle for long; returns whether the connection
    /// is alive.
    private func sleep(_ connection: PostgresConnection, _ pool: PostgresPool) -> Bool {
        let (outcome, isWoken, isReadable) = SocketPoll.wait(
            wake.reader,
            or: connection.socket,
            until: .after(limits.idleTime)
        )
        if isWoken { wake.drain() }
        do {
            if isReadable { try connection.readInput() }
            if outcome != .ready {
                // New callers get another worker during the check.
                pool.wakeUp(worker: number)
                try connection.check(deadline: .after(limits.checkTime))
            }
            return true
        } catch {
            logger.debug("An idle connection to the database ended.")
            return false
        }
    }
}

/// Runs `body` on a thread of its own.
func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.start()
}
