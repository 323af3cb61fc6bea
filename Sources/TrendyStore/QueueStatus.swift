public import TrendyModel

/// What the database says about the state of sync, at one moment.
public struct QueueStatus: Sendable, Equatable {
    /// Mutations that wait for their turn.
    public var pending = 0
    /// Those of them that are of events.
    public var pendingEvents = 0
    /// Those of them that were sent, and whose answer is not known.
    public var inFlight = 0
    /// Those of them that wait behind what a person must decide about.
    public var blocked = 0
    /// Mutations that were refused; a person decides.
    public var failed = 0
    /// Mutations that were tried for too long; a person decides.
    public var stale = 0
    /// Those that a person decides about and whose entity is there on one side only until then.
    public var differing = 0
    /// Values that lost a conflict and have not been acknowledged.
    public var conflicts = 0
    /// Changes of the server that this program cannot read.
    public var quarantined = 0
    /// When the oldest waiting mutation was recorded.
    public var oldestPending: Instant?
    /// When the next attempt may be made; `nil` when none is to be made.
    public var nextAttempt: Instant?
    /// Until when the server asked to be left alone; `nil` when it did not.
    public var serverWaitUntil: Instant?
    /// Until when no run begins by itself, after one that did not get through.
    public var pausedUntil: Instant?
    /// Where the next pull starts; `nil` before the first bootstrap.
    public var cursor: String?
    /// When a sync last ended well.
    public var lastSuccess: Instant?
    /// What the last sync failed with; gone once one ends well.
    public var lastError: FailureReason?
    /// What kind of trouble that was, as the layer of sync names it.
    public var lastFailure: String?
    /// How device and server still differed after all attempts to mend it.
    public var drift: FailureReason?

    /// A queue with nothing in it, before the first bootstrap.
    public init() {}
}

extension QueueStatus {
    /// How long the server still asked to be left alone.
    ///
    /// An hour at most was noted; what is longer was by a clock that was wrong, and is over.
    package func serverWait(at now: Instant) -> Duration { Self.wait(until: serverWaitUntil, now) }

    /// How long no run begins by itself, after one that did not get through; an hour at most.
    package func pause(at now: Instant) -> Duration { Self.wait(until: pausedUntil, now) }

    private static func wait(until end: Instant?, _ now: Instant) -> Duration {
        guard let end else { return .zero }
        let wait = end - now
        return wait > StoredMutation.maximumPostponement ? .zero : max(.zero, wait)
    }
}
