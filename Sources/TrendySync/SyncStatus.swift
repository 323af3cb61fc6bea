public import TrendyModel
public import TrendyStore

/// The state of sync in one value, derived from the database.
public struct SyncStatus: Sendable, Equatable {
    /// What the database says.
    public var queue: QueueStatus
    /// The age of the oldest mutation that waits.
    public var oldestPendingAge: Duration?

    /// A status at a time.
    public init(queue: QueueStatus, now: Instant) {
        self.queue = queue
        oldestPendingAge = queue.oldestPending.map { max(.zero, now - $0) }
    }

    /// What a person should read.
    public var words: String {
        var parts: [String] = []
        switch queue.pending {
        case 0: parts.append("Everything is synced.")
        case 1: parts.append("1 change is waiting to be sent.")
        default: parts.append("\(queue.pending) changes are waiting to be sent.")
        }
        if queue.failed + queue.stale > 0 {
            if queue.pending == 0 { parts.removeFirst() }
            parts.append("\(queue.failed + queue.stale) could not be sent and need you.")
        }
        if queue.blocked > 0 {
            parts.append("\(queue.blocked) of those that wait, wait behind them.")
        }
        if queue.quarantined > 0 {
            parts.append(
                "\(queue.quarantined) changes of another device need a newer app to be shown."
            )
        }
        if queue.conflicts > 0 { parts.append("\(queue.conflicts) conflicts to look at.") }
        if queue.cursor == nil {
            parts =
                ["Not synced with a server yet."] + parts.filter { $0 != "Everything is synced." }
        }
        if let error = queue.lastError { parts.append("Last try: \(error)") }
        return parts.joined(separator: " ")
    }
}
