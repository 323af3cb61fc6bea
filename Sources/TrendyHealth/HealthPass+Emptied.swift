import TrendyModel
import TrendyStore

// Days of which a newer export holds nothing any more: nobody tells of what was deleted there.
extension HealthPass {
    /// Takes back what was made of days that a source covers and of which it holds nothing.
    ///
    /// It stays where the source lacks more than half of what is known: it is of another phone. An
    /// export is read whole each time, so its anchor, which is kept by now, costs nothing of this.
    ///
    /// - `told`: the days of which the source holds anything; what they come to is stored.
    func takeBackEmptied(
        in covered: Range<Instant>,
        except told: DayRuns,
        _ outcome: inout Outcome
    ) async throws {
        // What was computed from samples with an identity knows of deletions by them.
        guard try await store.healthDayBounds(category: category.rawValue) == nil else { return }
        let first = zones.day(containing: covered.lowerBound)
        // Of the day on which it ends, the rest is not covered.
        let last = zones.day(containing: min(covered.upperBound, now)).advanced(by: -1)
        guard first <= last else { return }
        let known = try await store.derivedDays(category: category.rawValue, in: first...last)
        let emptied = known.filter { !told.contains($0) }
        guard emptied.count * 2 <= known.count else { return }
        var rest = DayRuns(emptied.map { $0...$0 })
        while let page = rest.removeFirst(Self.daysPerPage) {
            try Task.checkCancellation()
            guard !shouldStop() else {
                outcome.isPartial = true
                return
            }
            try await compute(
                page,
                anchor: nil,
                backfill: nil,
                toldTypes: 0,
                isAuthoritative: true,
                &outcome
            )
        }
    }
}
