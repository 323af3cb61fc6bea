/// What settling a batch did.
public struct ApplySummary: Sendable, Equatable {
    /// Mutations that the server has now.
    public var accepted = 0
    /// Mutations whose entity had changed on the server.
    public var conflicts = 0
    /// Mutations that will be tried again.
    public var retried = 0
    /// Mutations that a person must decide about.
    public var failed = 0

    /// A summary of nothing.
    public init() {}

    /// The sum of two summaries.
    public static func + (left: ApplySummary, right: ApplySummary) -> ApplySummary {
        var sum = left
        sum.accepted += right.accepted
        sum.conflicts += right.conflicts
        sum.retried += right.retried
        sum.failed += right.failed
        return sum
    }
}
