import TrendyStore

/// The result of one sync run.
package struct SyncReport: Sendable, Equatable {
    /// The number of mutations that the server accepted.
    package var pushed = 0
    /// The number of mutations that diverged from a change of the same entity.
    package var conflicts = 0
    /// The number of mutations that will be retried.
    package var retried = 0
    /// The number of mutations that failed and need a decision.
    package var failed = 0
    /// The number of entities changed on this device.
    package var pulled = 0
    /// The number of entities that differed from the server and were repaired.
    package var repaired = 0
    /// Whether the deadline passed before everything was sent and fetched.
    package var isPartial = false
    /// The number of entities in a snapshot that was read; `nil` when none was.
    package var bootstrapped: Int?

    /// Creates an empty result.
    package init() {}

    /// Adds the summary of an applied batch.
    mutating func add(_ summary: ApplySummary) {
        pushed += summary.accepted
        conflicts += summary.conflicts
        retried += summary.retried
        failed += summary.failed
    }
}

/// The progress of a run.
public enum SyncProgress: Sendable, Equatable {
    /// Reading a snapshot of the account.
    case bootstrapping(received: Int, total: Int)
    /// Sending: the number of sent mutations, and of pending mutations at the start.
    case pushing(done: Int, total: Int)
    /// Fetching: the number of entities received so far.
    case pulling(received: Int)
}
