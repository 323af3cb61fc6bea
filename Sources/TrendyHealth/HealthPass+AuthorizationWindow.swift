import TrendyModel
import TrendyStore

// A person may allow an app to read only newer samples. Older samples are then unknown, not
// deleted.
extension HealthPass {
    /// The maximum time between the same local date in two time zones.
    static let zoneDistance = Duration.seconds(26 * 3600)

    /// Recomputes the older days when the authorization window was widened.
    func rescan(_ outcome: inout Outcome) async throws {
        guard let old = outcome.readableFrom else { return }
        let limit = try await source.boundary(of: category)
        if let limit, limit >= old { return }
        guard let days = try await days(before: old) else {
            outcome.isPartial = true
            return
        }
        let state = try await store.read { try $0.health.state(category: category.rawValue) }
        try await store.write {
            try $0.health.beginBackfill(
                category: category.rawValue,
                anchor: state.anchor,
                days: DayRangeSet(state.backfill + days.runs).runs,
                readableFrom: limit
            )
        }
        outcome.readableFrom = limit
    }

    /// Stores the authorization window when it was narrowed.
    ///
    /// The narrowest window applies until the end of the pass, because some samples were read under
    /// it.
    func checkReadableFrom(_ outcome: inout Outcome) async throws {
        guard let limit = try await source.boundary(of: category) else { return }
        if let known = outcome.readableFrom, known >= limit { return }
        outcome.readableFrom = limit
        try await store.write {
            try $0.health.update(category: category.rawValue, readableFrom: limit)
        }
    }

    /// The marker for unreadable samples in the stored input of a day.
    ///
    /// When all samples of the day are readable, the marker is absent from the current input, so
    /// the day is recomputed.
    static let unreadableSampleMarker = SampleFingerprint.measurement(0x0048_4944)

    /// A day that may have unreadable samples: some known samples are missing without a reported
    /// deletion.
    struct UnreadableSamples {
        /// The input of the day, including the missing samples.
        var day: DaySamples
        /// Results of the day that begin earlier are retained, because they may depend on
        /// unreadable samples.
        var retainedBefore: Instant
    }

    /// Finds the unreadable samples of a day; `nil` when there are none.
    ///
    /// - `span`: the bounds of the day.
    /// - `gone`: the samples that may be missing.
    func unreadableSamples(
        _ day: DaySamples,
        _ span: Range<Instant>,
        since old: DaySamples,
        _ gone: Set<UInt32>,
        _ outcome: Outcome
    ) -> UnreadableSamples? {
        guard let limit = outcome.readableFrom, span.lowerBound - category.lookaround < limit else {
            return nil
        }
        let lacks = isMissing([day], [old.day: old], gone)
        guard lacks.samples || lacks.measurements else { return nil }
        var day = day
        day.samples += missing(day, since: old).filter {
            $0 != Self.unreadableRouteMarker && !gone.contains($0)
        }
        day.samples.append(Self.unreadableSampleMarker)
        day.samples.sort()
        let isUnnumbered = !category.numbersResults || span.lowerBound >= limit
        return UnreadableSamples(
            day: day,
            retainedBefore: isUnnumbered ? limit + category.gap : max(span.upperBound, limit)
        )
    }

    /// The samples around days whose bounds changed.
    ///
    /// In another time zone these samples belong to another day and are not unreadable.
    func samplesOfOtherDays(
        _ inputs: [DaySamples],
        _ known: [CalendarDay: DaySamples],
        _ table: DayTable,
        _ outcome: Outcome
    ) async throws -> Set<UInt32> {
        guard let limit = outcome.readableFrom, table.starts[0] - category.lookaround < limit,
            inputs.contains(where: { day in
                known[day.day].map { $0.inputHash != day.inputHash } ?? false
            })
        else { return [] }
        let span = table.starts[0] - category.lookaround..<table.end + category.lookaround
        return try await read(
            span.lowerBound - Self.zoneDistance..<span.upperBound + Self.zoneDistance
        ).fingerprints
    }

    /// The days before an instant that have or had samples; `nil` when the deadline passes first.
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
        if let known = try await store.read({ try $0.health.dayBounds(category: category.rawValue) }
        ),
            known.lowerBound <= last
        {
            days.formUnion(DayRangeSet([known.lowerBound...last]))
        }
        return days
    }
}
