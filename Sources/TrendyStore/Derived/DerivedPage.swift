package import TrendyModel

/// The results of recomputing days of one health category, which are stored in one transaction.
package struct DerivedPage: Sendable {
    /// The name of the category, such as `steps`.
    package var category: String
    /// The recomputed days, in order.
    ///
    /// This device's earlier results of these days that are not in ``results`` are deleted.
    package var days: [ClosedRange<CalendarDay>]
    /// The event types of the results; missing ones are created.
    package var eventTypes: [DerivedEventType]
    /// The results, in any order.
    package var results: [DerivedResult]
    /// The anchor at which the next read of changes starts; `nil` leaves the stored one as it is.
    package var anchor: [UInt8]?
    /// The inputs that the days were computed from; empty when samples have no fingerprints.
    package var samples: [DaySamples]
    /// The days that the backfill has left after this page; `nil` leaves the stored ones as they
    /// are.
    package var backfill: [ClosedRange<CalendarDay>]?
    /// The new value of ``HealthState/types``; `nil` leaves the stored one as it is.
    package var types: UInt64?
    /// The days with unreadable samples.
    ///
    /// Earlier results that begin before the instant are retained.
    package var retainedBefore: [CalendarDay: Instant]
    /// Whether the source has all samples that this device's earlier results were computed from.
    ///
    /// If not, as with an export older than one imported before, a result is only replaced by one
    /// with at least as much evidence, and nothing is deleted.
    package var isAuthoritative: Bool

    package init(
        category: String,
        days: [ClosedRange<CalendarDay>],
        eventTypes: [DerivedEventType],
        results: [DerivedResult],
        anchor: [UInt8]? = nil,
        samples: [DaySamples] = [],
        backfill: [ClosedRange<CalendarDay>]? = nil,
        types: UInt64? = nil,
        retainedBefore: [CalendarDay: Instant] = [:],
        isAuthoritative: Bool = true
    ) {
        self.category = category
        self.days = days
        self.eventTypes = eventTypes
        self.results = results
        self.anchor = anchor
        self.samples = samples
        self.backfill = backfill
        self.types = types
        self.retainedBefore = retainedBefore
        self.isAuthoritative = isAuthoritative
    }
}
