package import TrendyModel

/// When the system called the observer of a category.
package struct HealthObserverCalls: Sendable, Equatable {
    /// The last call; `nil` when none is known.
    package var last: Instant?
    /// The first call in this process; `nil` before it.
    package var first: Instant?
    /// The last call before this process, as far as it is stored; `nil` when none is known.
    package var before: Instant?

    /// Creates a record.
    package init(last: Instant? = nil, first: Instant? = nil, before: Instant? = nil) {
        self.last = last
        self.first = first
        self.before = before
    }

    /// The interval without a call in which the category is expected to have had new data;
    /// `nil` when there was none.
    ///
    /// - `newest`: the end of the newest sample.
    package func missedInterval(
        of category: HealthMetric,
        newest: Instant?
    ) -> Range<Instant>? {
        guard let limit = category.longestGap, let before, let first, let newest,
            first > before, first - before > limit, newest > before
        else { return nil }
        return before..<first
    }
}
