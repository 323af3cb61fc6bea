import TrendyModel
import TrendyStore

// A person may allow only the newer samples to be read: what was before is unknown then, not gone.
extension HealthPass {
    /// Finds out from when on samples may be read.
    ///
    /// Where more may be read than before, the older days are looked at anew.
    func meetLimit(_ state: HealthState, _ outcome: inout Outcome) async throws {
        outcome.limit = state.limitedFrom
        guard let old = state.limitedFrom else { return try await lookAtLimit(&outcome) }
        let limit = try await source.boundary(of: category)
        if let limit, limit >= old { return try await lookAtLimit(&outcome) }
        if state.anchor != nil || !state.backfill.isEmpty {
            guard let days = try await days(before: old) else {
                outcome.isPartial = true
                return
            }
            try await store.beginBackfill(
                category: category.rawValue,
                anchor: state.anchor,
                days: DayRuns(state.backfill + days.runs).runs,
                limitedFrom: limit
            )
        }
        outcome.limit = limit
    }

    /// Looks whether fewer samples may be read than it was known so far.
    ///
    /// The narrowest limit counts to the end of the pass: what was read is what it let through.
    func lookAtLimit(_ outcome: inout Outcome) async throws {
        guard let limit = try await source.boundary(of: category) else { return }
        if let known = outcome.limit, known >= limit { return }
        outcome.limit = limit
        try await store.noteHealth(category: category.rawValue, limitedFrom: limit)
    }

    /// Whether a day lacks samples of which nobody told that they were deleted, and which may be
    /// withheld.
    ///
    /// - `start`: where the day begins.
    func isHidden(
        _ day: DaySamples,
        from start: Instant,
        _ old: DaySamples,
        _ outcome: Outcome
    ) -> Bool {
        guard let limit = outcome.limit, start - category.reach < limit else { return false }
        return missing(day, since: old).contains {
            $0 != Self.unreadable && !outcome.deleted.contains($0)
        }
    }

    /// The days before an instant of which there are samples, or were; `nil` when there was no time
    /// to find out.
    private func days(before end: Instant) async throws -> DayRuns? {
        var days = DayRuns()
        var anchor: [UInt8]?
        for _ in 0..<Self.mostPages {
            guard !isTimeUp() else { return nil }
            let changes = try await source.changes(
                of: category,
                since: anchor,
                limit: Self.changesPerPage
            )
            days.formUnion(
                touched(
                    by: changes.spans.compactMap { span in
                        span.lowerBound < end
                            ? span.lowerBound..<min(span.upperBound, end) : nil
                    }
                )
            )
            anchor = changes.anchor
            guard changes.hasMore, anchor != nil else { break }
            if shouldStop() { return nil }
        }
        let last = zones.day(containing: end + category.reach)
        if let known = try await store.healthDayBounds(category: category.rawValue),
            known.lowerBound <= last
        {
            days.formUnion(DayRuns([known.lowerBound...last]))
        }
        return days
    }
}
