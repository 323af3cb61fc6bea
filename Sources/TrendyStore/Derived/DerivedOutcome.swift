package import TrendyModel

/// The numbers of events by the effect of storing a ``DerivedPage``.
package struct DerivedOutcome: Sendable, Equatable {
    /// Created events.
    package var created = 0
    /// Updated events.
    package var updated = 0
    /// Deleted events.
    package var deleted = 0
    /// Results that equal the stored ones; nothing was written for them.
    package var unchanged = 0
    /// Results that were not stored: another device had more evidence, or the person deleted the
    /// event or its type.
    package var skipped = 0
    /// The created events that ended within the last day, which may be notified.
    package var recent: [EntityID] = []

    /// The outcome of an empty page.
    package init() {}

    /// The sum of two outcomes.
    package static func + (left: DerivedOutcome, right: DerivedOutcome) -> DerivedOutcome {
        var sum = left
        sum.created += right.created
        sum.updated += right.updated
        sum.deleted += right.deleted
        sum.unchanged += right.unchanged
        sum.skipped += right.skipped
        sum.recent += right.recent
        return sum
    }
}
