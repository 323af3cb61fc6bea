/// The numbers of mutations in an applied batch by outcome.
package struct ApplySummary: Sendable, Equatable {
    /// Mutations that the server accepted.
    package var accepted = 0
    /// Mutations that met a change of the same entity on the server.
    package var conflicts = 0
    /// Mutations that will be sent again.
    package var retried = 0
    /// Mutations that failed and need a decision of the person.
    package var failed = 0

    /// A summary of an empty batch.
    package init() {}

    /// The sum of two summaries.
    package static func + (left: ApplySummary, right: ApplySummary) -> ApplySummary {
        var sum = left
        sum.accepted += right.accepted
        sum.conflicts += right.conflicts
        sum.retried += right.retried
        sum.failed += right.failed
        return sum
    }
}
