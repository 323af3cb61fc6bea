import Logging
import Synchronization
import TrendyServer

/// Logs what is wrong with the database, at most one line a minute for each reason.
///
/// Requests that fail for the same reason have a line of their own, which does not say what to do.
final class PostgresFaultLog: Sendable {
    private struct State {
        /// The end of the time in which a reason is not logged again.
        var quietUntil: [StoreUnavailable.Reason: Deadline] = [:]
        var clockDiffers = false
    }

    private static let interval = Duration.seconds(60)

    private let state = Mutex(State())
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    /// Logs a fault that an operator can end.
    func report(_ fault: StoreUnavailable) {
        guard let text = Self.text(of: fault.reason) else { return }
        let isDue = state.withLock { state in
            guard state.quietUntil[fault.reason]?.hasPassed != false else { return false }
            state.quietUntil[fault.reason] = .after(Self.interval)
            return true
        }
        guard isDue else { return }
        logger.error("\(text)", metadata: ["kind": .string(fault.code)])
    }

    /// Logs when the clocks begin and cease to differ too much.
    func clockDiffers(_ differs: Bool, by difference: Duration) {
        let hasChanged = state.withLock { state in
            defer { state.clockDiffers = differs }
            return state.clockDiffers != differs
        }
        guard hasChanged else { return }
        guard differs else {
            return logger.notice("The clocks of this server and of the database agree again")
        }
        logger.error(
            """
            The clocks of this server and of the database differ: synchronize both (chrony, \
            systemd-timesyncd). Until then the server is not ready
            """,
            metadata: ["seconds": .stringConvertible(difference.components.seconds)]
        )
    }

    /// The cause and the remedy; `nil` for faults that the pool logs, or that pass by themselves.
    private static func text(of reason: StoreUnavailable.Reason) -> String? {
        switch reason {
        case .diskFull:
            "The disk of the database is full: free or add space on the database's machine"
        case .ioError:
            "The database could not read or write its disk: see the log of PostgreSQL"
        case .readOnly:
            """
            The database is read-only, a standby or set so: name all servers of the cluster in the \
            URL, or the address of the primary
            """
        case .noRights:
            """
            The server's role may not read or write a table: as its owner, run GRANT SELECT, \
            INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public
            """
        case .wrongDatabase:
            "The database is another one than before, or lacks its tables: check the URL, or restore it"
        case .noConnection:
            """
            No connection to the database became free in time: the database is too slow, or serves \
            too many requests
            """
        case .timeout:
            "The database did not answer in time: see its load and locks"
        case .unreachable, .contention, .moving, .unknownCommit, .clockSkew, .corrupt,
            .fileReplaced, .cannotOpen, .lowDiskSpace:
            nil
        }
    }
}
