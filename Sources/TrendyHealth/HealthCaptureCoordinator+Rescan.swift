import TrendyModel
import TrendyStore

// A periodic pass rescans a few older days, which finds deletions that the source no longer
// reports.
extension HealthCaptureCoordinator {
    /// The maximum distance in days between the local dates of one instant in two time zones, which
    /// are up to 26 hours apart.
    private static let zoneDays = 2
    /// The maximum number of days without known samples that are still rescanned, because a
    /// restored store may not know every sample of the source.
    private static let longestGap = 366

    /// The next older days to rescan: from the newest to the oldest, then from the newest again.
    func daysToRescan(
        _ category: HealthMetric,
        _ today: CalendarDay
    ) async throws -> ClosedRange<CalendarDay>? {
        guard
            let known = try await store.read({
                try $0.health.dayBounds(category: category.rawValue)
            })
        else {
            return nil
        }
        let state = try await store.read { try $0.health.state(category: category.rawValue) }
        let oldest = known.lowerBound.advanced(by: -Self.zoneDays)
        // Days in the future were recorded before the clock was set back.
        let newest =
            known.upperBound > today
            ? known.upperBound.advanced(by: Self.zoneDays) : today.advanced(by: -options.windowDays)
        var last = min(newest, state.rescanCursor?.advanced(by: -1) ?? newest)
        if last < oldest { last = newest }
        guard last >= oldest else { return nil }
        // A scale with a wrong clock can date samples years after all the others: skip the empty
        // years.
        let bound = last.advanced(by: Self.zoneDays)
        let next = try await store.read {
            try $0.health.day(category: category.rawValue, atOrBefore: bound)
        }
        if let next, next.advanced(by: Self.longestGap) < last {
            last = next.advanced(by: Self.zoneDays)
        }
        return max(oldest, last.advanced(by: 1 - options.rescannedDays))...last
    }
}
