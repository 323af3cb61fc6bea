import TrendyLocalization
import TrendyModel
import TrendyStore

// A type of which nothing at all is left may have been deleted, or may not be read any more.
extension HealthPass {
    /// Whether all that is known of a type of which nothing is left was told to be deleted.
    ///
    /// Goes over the days that know of anything else, until one of them lacks it.
    ///
    /// - `isOwn`: whether it is of the category; else it is what was measured in its samples.
    func isDeletedElsewhere(_ type: Int, isOwn: Bool, _ outcome: inout Outcome) async throws -> Bool
    {
        // Where the older ones are withheld nobody knows whether all are gone.
        guard outcome.limit == nil, outcome.silent[type] != outcome.deleted.count else {
            return false
        }
        outcome.silent[type] = outcome.deleted.count
        let typeID = HealthEventFactory.eventType(of: category).id
        var rest = DayRangeSet(
            try await store.healthDays(
                category: category.rawValue,
                withOtherThan: outcome.deleted
            ).map { $0...$0 }
        )
        var size = Self.firstPageDays
        while let days = rest.removeLast(size) {
            try Task.checkCancellation()
            // Nothing is taken back for want of time.
            guard !shouldStop() else { return false }
            let table = DayTable(days, in: zones)
            // In another zone samples belong to another day, and are not missing.
            let reach = category.lookaround + Self.zoneDistance
            let read = try await self.read(table.starts[0] - reach..<table.end + reach)
            guard read.types & Samples.bit(type) == 0 else { return false }
            let known = try await store.healthSamples(category: category.rawValue, days: days)
            let lacks = isMissing(
                basis(of: read, table, typeID, ManualHealthEntries(events: [])),
                known,
                outcome.deleted.union(read.fingerprints)
            )
            if isOwn ? lacks.samples : lacks.measurements { return false }
            size = Self.size(after: read.count, days: days.count)
        }
        outcome.silent[type] = nil
        return true
    }

    /// Looks whether what was told of may be read: days of which nothing was found would count as
    /// done, and nobody tells of them again.
    ///
    /// - `told`: the types of what was told of, a bit each.
    /// - Throws: ``HealthSourceError`` of the code `withheld` where one may not be read, or may be
    ///   again since.
    func findUnreadable(
        _ told: UInt64,
        in span: Range<Instant>,
        _ read: Samples,
        _ outcome: inout Outcome
    ) async throws {
        // Of days of which anything is found the rest is, as they are gone over again.
        guard told != 0, read.count == 0 else { return }
        // Days before a limit are computed anew once it is lifted.
        try await checkReadableFrom(&outcome)
        if let limit = outcome.limit, span.lowerBound < limit { return }
        for type in category.types.indices where told & Samples.bit(type) != 0 {
            guard try await source.hasSamples(of: category, type: type) else {
                throw HealthSourceError(.withheld, Strings.Health.readAccessRevoked())
            }
        }
        guard try await self.read(span).count > 0 else { return }
        throw HealthSourceError(.withheld, Strings.Health.readAccessRevoked())
    }

    /// Whether any of what days lack may be read by now: it was withheld as they were read.
    func isRestored(
        in span: Range<Instant>,
        since read: Samples,
        _ basis: [DaySamples],
        _ known: [CalendarDay: DaySamples]
    ) async throws -> Bool {
        let new = try await self.read(span).fingerprints.subtracting(read.fingerprints)
        guard !new.isEmpty else { return false }
        return basis.contains { day in
            guard let old = known[day.day] else { return false }
            return missing(day, since: old).contains { new.contains($0) }
        }
    }
}
