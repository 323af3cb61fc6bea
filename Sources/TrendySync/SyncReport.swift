import TrendyStore

/// What one run of a sync did.
public struct SyncReport: Sendable, Equatable {
    /// Mutations that the server has now.
    public var pushed = 0
    /// Mutations that met a change of the same entity.
    public var conflicts = 0
    /// Mutations that will be tried again.
    public var retried = 0
    /// Mutations that a person must decide about.
    public var failed = 0
    /// Entities that changed here.
    public var pulled = 0
    /// Entities that were not as the server has them, and were mended.
    public var repaired = 0
    /// Whether time ran out before everything was sent and fetched.
    public var isPartial = false
    /// Entities of a whole snapshot that was read; `nil` when none was.
    public var bootstrapped: Int?

    /// A report of nothing.
    public init() {}

    /// Adds what settling came to.
    mutating func add(_ summary: ApplySummary) {
        pushed += summary.accepted
        conflicts += summary.conflicts
        retried += summary.retried
        failed += summary.failed
    }
}

/// How far a run has come.
public enum SyncProgress: Sendable, Equatable {
    /// Reading everything the account has.
    case bootstrapping(received: Int, total: Int)
    /// Sending: so many mutations of those that waited at the start.
    case pushing(done: Int, total: Int)
    /// Fetching: so many entities so far.
    case pulling(received: Int)
}
