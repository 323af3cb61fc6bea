package import TrendyModel

/// A sync run in the history.
package struct SyncRun: Sendable, Equatable {
    /// The outcome of a sync run.
    package enum Outcome: String, Sendable {
        /// The run was completed.
        case success
        /// The time ran out; the next run continues.
        case partial
        /// The run failed for ``SyncRun/reason``.
        case failure
        /// The caller cancelled the run.
        case cancelled
        /// The run was due but did not start, for ``SyncRun/reason``.
        case skipped
    }

    /// The maximum number of stored runs.
    package static let maximumStored = 100

    /// The start by the device's clock.
    package var startedAt: Instant
    /// The time from start to end.
    package var duration: Duration
    /// The name of the trigger.
    package var trigger: String
    /// The number of mutations that the server accepted.
    package var pushed: Int
    /// The number of entities that changed on this device.
    package var pulled: Int
    /// The number of mutations that met a change of the same entity on the server.
    package var conflicts: Int
    /// The number of mutations that failed in this run.
    package var failed: Int
    /// The outcome.
    package var outcome: Outcome
    /// The reason of a failed or skipped run.
    package var reason: FailureReason?
    /// The kind of failure, as the sync engine names it.
    package var failure: String?
    /// The wait that the server requested.
    ///
    /// It is not stored in the history but in ``QueueStatus/serverWaitUntil``, limited to
    /// ``StoredMutation/maximumPostponement``.
    package var retryAfter: Duration?
    /// Whether a skipped run changes the status and not only the history.
    package var isInStatus = true

    package init(
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
