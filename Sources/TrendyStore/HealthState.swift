package import TrendyModel

/// The capture state of a health category.
package struct HealthState: Sendable, Equatable {
    /// The anchor at which the next read of changes starts; `nil` before the first.
    package var anchor: [UInt8]?
    /// The days that the backfill has left, the oldest first.
    package var backfill: [ClosedRange<CalendarDay>] = []
    /// The total number of days of the backfill.
    package var backfillDays = 0
    /// The start of the backfill; `nil` before it.
    package var backfillSince: Instant?
    /// The last time that capture changed an event.
    package var changedAt: Instant?
    /// The end of the newest sample ever read.
    package var newest: Instant?
    /// The position of the rescan, which recomputes a few older days at a time: it continues with
    /// the days before this one.
    package var rescanCursor: CalendarDay?
    /// The reason why the last capture failed; `nil` after a success.
    package var failure: FailureReason?
    /// The first failure since the last success.
    package var failedAt: Instant?
    /// The sample types of the category that were ever read, or reported by the scan before the
    /// backfill, as a bit mask of their positions.
    package var types: UInt64 = 0
    /// The time from which samples are readable; `nil` when all are.
    ///
    /// Older samples are unknown, not absent.
    package var readableFrom: Instant?
    /// The reason why background delivery is not active; `nil` when it is.
    package var refusal: FailureReason?
    /// The person's settings.
    package var settings = HealthSettings()

    /// Whether the scan that finds the days to backfill is in progress.
    package var isScanning: Bool {
        anchor != nil && !backfill.isEmpty && backfillSince == nil
    }

    /// The initial state.
    package init() {}
}
