import TrendyStore

/// The result of one sync run.
public struct SyncReport: Sendable, Equatable {
    /// The number of mutations that the server accepted.
    public var pushed = 0
    /// The number of mutations that diverged from a change of the same entity.
    public var conflicts = 0
    /// The number of mutations that will be retried.
    public var retried = 0
    /// The number of mutations that failed and need a decision.
    public var failed = 0
    /// The number of entities changed on this device.
    public var pulled = 0
    /// The number of entities that differed from the server and were repaired.
    public var repaired = 0
    /// Whether the deadline passed before everything was sent and fetched.
    public var isPartial = false
    /// The number of entities in a snapshot that was read; `nil` when none was.
    public var bootstrapped: Int?

    /// Creates an empty result.
    public init() {}

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
