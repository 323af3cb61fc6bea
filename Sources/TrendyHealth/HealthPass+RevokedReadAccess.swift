import TrendyModel
import TrendyStore

// Distinguishes a type whose samples were all deleted from a type whose read access was revoked.
extension HealthPass {
    /// Whether deletions were reported for all known samples of a type that has no samples left.
    ///
    /// Reads the days that know any other sample until one of them lacks a sample.
    ///
    /// - `isOwn`: whether the type belongs to the category; otherwise it is measured during the
    ///   category's samples.
    func isDeletionProven(_ type: Int, isOwn: Bool, _ outcome: inout Outcome) async throws -> Bool {
        // With older samples unreadable, the source cannot prove that all are gone.
        guard outcome.readableFrom == nil, outcome.emptyTypes[type] != outcome.deleted.count else {
            return false
        }
        outcome.emptyTypes[type] = outcome.deleted.count
        let typeID = HealthEventFactory.eventType(of: category).id
        let remaining = try await store.read { [category, deleted = outcome.deleted] in
            try $0.health.days(category: category.rawValue, withOtherThan: deleted)
        }
        var rest = DayRangeSet(remaining.map { $0...$0 })
        var size = Self.firstPageDays
        while let days = rest.removeLast(size) {
            try Task.checkCancellation()
            // Lack of time must not remove events.
            guard !shouldStop() else { return false }
            let table = DayTable(days, in: zones)
            // In another time zone, samples belong to another day and are not missing.
            let lookaround = category.lookaround + Self.zoneDistance
            let read = try await self.read(table.starts[0] - lookaround..<table.end + lookaround)
            guard read.types & Samples.bit(type) == 0 else { return false }
            let known = try await store.read {
                try $0.health.samples(category: category.rawValue, days: days)
            }
            let lacks = isMissing(
                inputs(of: read, table, typeID, ManualHealthEntries(events: [])),
                known,
                outcome.deleted.union(read.fingerprints)
            )
            if isOwn ? lacks.samples : lacks.measurements { return false }
            size = Self.size(after: read.count, days: days.count)
        }
        outcome.emptyTypes[type] = nil
        return true
    }

    /// Checks that changed samples are readable.
    ///
    /// Days without any readable sample would count as done, and the source would not report them
    /// again.
    ///
    /// - `changedTypes`: the types of the changed samples, as a bit mask.
    /// - Throws: ``HealthSourceError`` with code `readAccessRevoked` when a type is unreadable, or
    ///   became readable again during the check.
    func findUnreadable(
        _ changedTypes: UInt64,
        in span: Range<Instant>,
        _ read: Samples,
        _ outcome: inout Outcome
    ) async throws {
        // Days with at least one readable sample are rescanned later.
        guard changedTypes != 0, read.count == 0 else { return }
        // Days before the authorization window are recomputed when the window is widened.
        try await checkReadableFrom(&outcome)
        if let limit = outcome.readableFrom, span.lowerBound < limit { return }
        for type in category.types.indices where changedTypes & Samples.bit(type) != 0 {
            guard try await source.hasSamples(of: category, type: type) else {
                throw HealthSourceError(.readAccessRevoked)
            }
        }
        guard try await self.read(span).count > 0 else { return }
        throw HealthSourceError(.readAccessRevoked)
    }

    /// Whether any missing sample is readable by now, because it was unreadable only while the days
    /// were read.
    func isReadableAgain(
        in span: Range<Instant>,
        since read: Samples,
        _ inputs: [DaySamples],
        _ known: [CalendarDay: DaySamples]
    ) async throws -> Bool {
        let new = try await self.read(span).fingerprints.subtracting(read.fingerprints)
        guard !new.isEmpty else { return false }
        return inputs.contains { day in
            guard let old = known[day.day] else { return false }
            return missing(day, since: old).contains { new.contains($0) }
        }
    }
}
