public import TrendyModel

/// One run of a sync, as the history keeps it.
public struct SyncRun: Sendable, Equatable {
    /// How it ended.
    public enum Outcome: String, Sendable {
        /// All was done that could be.
        case success
        /// Time ran out: what was not done is for the next.
        case partial
        /// It did not get through; ``SyncRun/reason`` tells why.
        case failure
        /// Whoever had asked for it asked it to stop.
        case cancelled
        /// It was due and not begun; ``SyncRun/reason`` tells why.
        case skipped
    }

    /// Runs that are kept.
    package static let kept = 100

    /// When it began, by the device's clock.
    public var startedAt: Instant
    /// How long it took.
    public var duration: Duration
    /// What asked for it.
    public var trigger: String
    /// Mutations that the server accepted.
    public var pushed: Int
    /// Entities that changed here.
    public var pulled: Int
    /// Mutations that met a change of the same entity.
    public var conflicts: Int
    /// Mutations that a person must decide about since.
    public var failed: Int
    /// How it ended.
    public var outcome: Outcome
    /// Why it did not get through.
    public var reason: FailureReason?
    /// What kind of trouble that was, as the layer of sync names it.
    public var failure: String?
    /// How long the server asked to be left alone; kept as a moment in the status, an hour away at
    /// most.
    public var retryAfter: Duration?
    /// Whether the status tells of it, and not the history alone.
    public var isInStatus = true

    /// Bundles a run.
    public init(
        startedAt: Instant,
        duration: Duration,
        trigger: String,
        pushed: Int,
        pulled: Int,
        conflicts: Int,
        failed: Int,
        outcome: Outcome,
        reason: FailureReason? = nil,
        failure: String? = nil
    ) {
        self.startedAt = startedAt
        self.duration = duration
        self.trigger = trigger
        self.pushed = pushed
        self.pulled = pulled
        self.conflicts = conflicts
        self.failed = failed
        self.outcome = outcome
        self.reason = reason
        self.failure = failure
    }
}
