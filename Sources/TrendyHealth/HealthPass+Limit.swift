import TrendyModel
import TrendyStore

// A person may allow only the newer samples to be read: what was before is unknown then, not gone.
extension HealthPass {
    /// How far a sample's day may be from that in another zone.
    static let zoneDistance = Duration.seconds(26 * 3600)

    /// Where more may be read than before, has the older days computed anew.
    func rescan(_ outcome: inout Outcome) async throws {
        guard let old = outcome.limit else { return }
        let limit = try await source.boundary(of: category)
        if let limit, limit >= old { return }
        guard let days = try await days(before: old) else {
            outcome.isPartial = true
            return
        }
        let state = try await store.healthState(category: category.rawValue)
        try await store.beginBackfill(
            category: category.rawValue,
            anchor: state.anchor,
            days: DayRangeSet(state.backfill + days.runs).runs,
            readableFrom: limit
        )
        outcome.limit = limit
    }

    /// Looks whether fewer samples may be read than it was known so far.
    ///
    /// The narrowest limit counts to the end of the pass: what was read is what it let through.
    func checkReadableFrom(_ outcome: inout Outcome) async throws {
        guard let limit = try await source.boundary(of: category) else { return }
        if let known = outcome.limit, known >= limit { return }
        outcome.limit = limit
        try await store.noteHealth(category: category.rawValue, readableFrom: limit)
    }

    /// What stands for samples that are withheld among what a day was computed from.
    ///
    /// Once nothing of the day is withheld it is not found, and so the day is computed anew.
    static let withheld = SampleFingerprint.measurement(0x0048_4944)

    /// A day of which samples may be withheld: it lacks some of which nobody told that they were
    /// deleted.
    struct UnreadableTypes {
        /// What the day is computed from, with what it lacks.
        var day: DaySamples
        /// What of the day begins earlier is as it was: it may be of what is withheld.
        var wholeFrom: Instant
    }

    /// What is withheld of a day; `nil` when nothing is.
    ///
    /// - `span`: the day.
    /// - `gone`: the samples that it may lack.
    func hidden(
        _ day: DaySamples,
        _ span: Range<Instant>,
        since old: DaySamples,
        _ gone: Set<UInt32>,
        _ outcome: Outcome
    ) -> UnreadableTypes? {
        guard let limit = outcome.limit, span.lowerBound - category.lookaround < limit else {
            return nil
        }
        let lacks = isMissing([day], [old.day: old], gone)
        guard lacks.samples || lacks.measurements else { return nil }
        var day = day
        day.samples += missing(day, since: old).filter {
            $0 != Self.unreadable && !gone.contains($0)
        }
        day.samples.append(Self.withheld)
        day.samples.sort()
        let isUnnumbered = !category.numbersResults || span.lowerBound >= limit
        return UnreadableTypes(
            day: day,
            wholeFrom: isUnnumbered ? limit + category.gap : max(span.upperBound, limit)
        )
    }

    /// The samples around days that were computed by other rules before: in another zone samples
    /// belong to another day, and are not withheld.
    func moved(
        _ basis: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ table: DayTable,
        _ outcome: Outcome
    ) async throws -> Set<UInt32> {
        guard let limit = outcome.limit, table.starts[0] - category.lookaround < limit,
            basis.contains(where: { day in
                known[day.day].map { $0.inputHash != day.inputHash } ?? false
            })
        else { return [] }
        let span = table.starts[0] - category.lookaround..<table.end + category.lookaround
        return try await read(
            span.lowerBound - Self.zoneDistance..<span.upperBound + Self.zoneDistance
        ).fingerprints
    }

    /// The days before an instant of which there are samples, or were; `nil` when there was no time
    /// to find out.
    private func days(before end: Instant) async throws -> DayRangeSet? {
        var days = DayRangeSet()
        var anchor: [UInt8]?
        for _ in 0..<Self.maximumPages {
            guard !isDeadlineExceeded() else { return nil }
            let changes = try await source.changes(
                of: category,
                since: anchor,
                limit: Self.changesPerPage
            )
            days.formUnion(
                affectedDays(
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
        let last = zones.day(containing: end + category.lookaround)
        if let known = try await store.healthDayBounds(category: category.rawValue),
            known.lowerBound <= last
        {
            days.formUnion(DayRangeSet([known.lowerBound...last]))
        }
        return days
    }
}
