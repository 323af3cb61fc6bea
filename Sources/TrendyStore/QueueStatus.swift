public import TrendyModel

/// The state of the mutation queue and of sync at one moment.
public struct QueueStatus: Sendable, Equatable {
    /// The number of pending mutations.
    public var pending = 0
    /// The number of pending mutations of events.
    public var pendingEvents = 0
    /// The number of pending mutations that may have been sent and have no outcome yet.
    public var inFlight = 0
    /// The number of pending mutations that a failed one blocks, of the same entity or of an entity
    /// that they refer to.
    public var blocked = 0
    /// The number of refused mutations, which need a decision of the person.
    public var failed = 0
    /// The number of mutations that were retried for too long and need a decision of the person.
    public var stale = 0
    /// The number of failed and stale mutations whose entity exists on one side only.
    ///
    /// These are deletions, and creations that revert a deletion.
    public var differing = 0
    /// The number of unacknowledged entries in the conflict log.
    public var conflicts = 0
    /// The number of the server's changes that this version cannot decode.
    public var quarantined = 0
    /// The recording time of the oldest pending mutation.
    public var oldestPending: Instant?
    /// The time at which the next pending mutation may be sent; `nil` when none may be sent.
    public var nextAttempt: Instant?
    /// The end of the wait that the server requested; `nil` when it requested none.
    public var serverWaitUntil: Instant?
    /// The time until which no sync run starts automatically after a failed one.
    public var pausedUntil: Instant?
    /// The cursor at which the next pull starts; `nil` before the first snapshot.
    public var cursor: String?
    /// The end of the last successful sync.
    public var lastSuccess: Instant?
    /// The reason of the last failure; `nil` after a successful sync.
    public var lastError: FailureReason?
    /// The kind of the last failure, as the sync engine names it.
    public var lastFailure: String?
    /// The difference between device and server that remains after all repairs; `nil` when they
    /// agree.
    public var drift: FailureReason?

    /// The status of an empty queue before the first snapshot.
    public init() {}
}

extension QueueStatus {
    /// The remaining time of the wait that the server requested.
    ///
    /// Zero when it exceeds ``StoredMutation/maximumPostponement``, the longest wait that is
    /// stored: the time was then stored while the clock was ahead.
    package func serverWait(at now: Instant) -> Duration { Self.wait(until: serverWaitUntil, now) }

    /// The remaining time in which no sync run starts automatically after a failed one.
    ///
    /// It is limited like ``serverWait(at:)``.
    package func pause(at now: Instant) -> Duration { Self.wait(until: pausedUntil, now) }

    private static func wait(until end: Instant?, _ now: Instant) -> Duration {
        guard let end else { return .zero }
        let wait = end - now
        return wait > StoredMutation.maximumPostponement ? .zero : max(.zero, wait)
    }
}
