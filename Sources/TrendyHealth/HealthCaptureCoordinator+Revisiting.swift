import TrendyModel
import TrendyStore

// Older days are gone over again, a few at a time: deletions that the source forgot are found so.
extension HealthCaptureCoordinator {
    /// How many days a moment's day in one zone is from that in another one at most: zones lie up
    /// to 26 hours apart.
    private static let zoneDays = 2
    /// How many days without anything known are gone over all the same: a store that was restored
    /// may not have told of what is there.
    private static let longestGap = 366

    /// The next older days to go over; from the newest to the oldest, and again.
    func daysToRescan(
        _ category: HealthCategory,
        _ today: CalendarDay
    ) async throws -> ClosedRange<CalendarDay>? {
        guard let known = try await store.healthDayBounds(category: category.rawValue) else {
            return nil
        }
        let state = try await store.healthState(category: category.rawValue)
        let oldest = known.lowerBound.advanced(by: -Self.zoneDays)
        // Days of the future are of before the clock was set back.
        let newest =
            known.upperBound > today
            ? known.upperBound.advanced(by: Self.zoneDays) : today.advanced(by: -options.windowDays)
        var last = min(newest, state.rescanCursor?.advanced(by: -1) ?? newest)
        if last < oldest { last = newest }
        guard last >= oldest else { return nil }
        // Years may lie between what a scale has dated ahead and all the rest.
        let next = try await store.healthDay(
            category: category.rawValue,
            atOrBefore: last.advanced(by: Self.zoneDays)
        )
        if let next, next.advanced(by: Self.longestGap) < last {
            last = next.advanced(by: Self.zoneDays)
        }
        return max(oldest, last.advanced(by: 1 - options.rescannedDays))...last
    }
}
