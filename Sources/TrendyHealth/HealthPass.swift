import TrendyModel
import TrendyStore

/// One capture pass over a category: reads the changes since the last pass, recomputes the affected
/// days and stores the results, page by page.
struct HealthPass {
    /// The number of samples in a page of changes.
    static let changesPerPage = 5_000
    /// The maximum number of pages in one pass, which stops a source that never ends.
    static let maximumPages = 100_000
    /// The version of the computation rules.
    ///
    /// Days that were computed by older rules are recomputed.
    static let rules: UInt8 = 6

    let category: HealthMetric
    let store: DeviceStore
    let source: any HealthSource
    let zones: ZoneHistory
    /// The start of the pass.
    let now: Instant
    let settings: HealthSettings
    /// The names of the sources that take priority over all others.
    let sourceOrder: [String]
    /// Whether the system is about to suspend the app.
    ///
    /// The pass then does not even start its first page.
    let isDeadlineExceeded: @Sendable () -> Bool
    /// Whether to stop after the current page and leave the rest to the next pass.
    let shouldStop: @Sendable () -> Bool

    /// The outcome of a pass.
    struct Outcome {
        var derived = DerivedOutcome()
        /// Whether the pass read anything.
        var hasBegun = false
        /// Whether the pass stopped before it was done.
        var isPartial = false
        /// The fingerprints of the samples that were reported as deleted.
        var deleted: Set<UInt32> = []
        /// The anchor of the next unread page of changes; `nil` when all were read.
        var unread: [UInt8]?
        /// The types without samples whose deletion is not proven, with the number of reported
        /// deletions at the last check.
        var emptyTypes: [Int: Int] = [:]
        /// The earliest instant from which samples were readable throughout the pass; `nil` without
        /// such a limit.
        var readableFrom: Instant?
    }

    /// The deadline passed before a page was computed; nothing of the page is stored.
    struct DeadlineExceeded: Error {}

    /// Runs the pass.
    ///
    /// - `window`: days that are always recomputed.
    /// - `onDeletion`: days that are also recomputed when anything was deleted.
    /// - `outcome`: what the pass did, also when it throws.
    func run(
        window: DayRangeSet,
        onDeletion: DayRangeSet,
        _ outcome: inout Outcome,
        progress: @Sendable (_ doneDays: Int, _ totalDays: Int) -> Void
    ) async throws {
        let state = try await store.read { try $0.health.state(category: category.rawValue) }
        let isFirst = state.anchor == nil && state.backfill.isEmpty
        // Before the first import no sample is known that could be missing.
        outcome.readableFrom = isFirst ? nil : state.readableFrom
        try await checkReadableFrom(&outcome)
        guard !isDeadlineExceeded() else {
            outcome.isPartial = true
            return
        }
        outcome.hasBegun = true
        if isFirst || state.isScanning {
            try await scan(from: state, &outcome, progress)
        } else {
            try await catchUp(
                from: state.anchor,
                window: window,
                onDeletion: onDeletion,
                &outcome,
                progress
            )
            if !outcome.isPartial { try await rescan(&outcome) }
        }
        // Backfilled events do not notify.
        let recent = outcome.derived.recent
        defer { outcome.derived.recent = recent }
        try await backfillDays(&outcome, progress)
    }

    // MARK: the three parts

    /// The first import: collects the days with samples and the anchor for later changes.
    ///
    /// Progress is stored with each page, so that a killed process repeats at most one page.
    private func scan(
        from state: HealthState,
        _ outcome: inout Outcome,
        _ progress: @Sendable (Int, Int) -> Void
    ) async throws {
        var days = DayRangeSet(state.backfill)
        var anchor = state.anchor
        var types: UInt64 = 0
        for _ in 0..<Self.maximumPages {
            try Task.checkCancellation()
            let changes = try await source.changes(
                of: category,
                since: anchor,
                limit: Self.changesPerPage
            )
            try await recordRejections(of: changes)
            days.formUnion(affectedDays(by: changes.spans))
            types |= changes.types
            anchor = changes.anchor
            guard changes.isAuthoritative, anchor != nil else {
                // The source has no anchor or only part of the data, so a later pass cannot
                // continue from here.
                return try await apply(days, changes, &outcome, progress)
            }
            guard changes.hasMore else { break }
            try await store.write { [category, anchor, days, types] in
                try $0.health.recordScanProgress(
                    category: category.rawValue,
                    anchor: anchor,
                    days: days.runs,
                    types: types
                )
            }
            if shouldStop() {
                outcome.isPartial = true
                return
            }
        }
        try await store.write {
            [category, anchor, days, types, readableFrom = outcome.readableFrom] in
            try $0.health.beginBackfill(
                category: category.rawValue,
                anchor: anchor,
                days: days.runs,
                types: types,
                readableFrom: readableFrom
            )
        }
    }

    /// Processes the changes since the anchor.
    private func catchUp(
        from start: [UInt8]?,
        window: DayRangeSet,
        onDeletion: DayRangeSet,
        _ outcome: inout Outcome,
        _ progress: @Sendable (Int, Int) -> Void
    ) async throws {
        var anchor = start
        var extra = window
        for _ in 0..<Self.maximumPages {
            let changes = try await source.changes(
                of: category,
                since: anchor,
                limit: Self.changesPerPage
            )
            try await recordRejections(of: changes)
            var days = affectedDays(by: changes.spans)
            if !changes.deleted.isEmpty {
                outcome.deleted.formUnion(changes.deleted)
                let held = try await store.read {
                    try $0.health.days(
                        category: category.rawValue,
                        with: changes.deleted
                    )
                }
                days.formUnion(DayRangeSet(held.map { $0...$0 }))
                extra.formUnion(onDeletion)
            }
            days.formUnion(extra)
            extra = DayRangeSet()
            outcome.unread = changes.hasMore ? changes.anchor : nil
            do {
                try await apply(days, changes, &outcome, progress)
            } catch is DeadlineExceeded {
                outcome.isPartial = true
            }
            if outcome.isPartial || !changes.hasMore || changes.anchor == anchor { return }
            anchor = changes.anchor
            if shouldStop() {
                outcome.isPartial = true
                return
            }
        }
    }

    /// Computes the remaining days of the first import, newest first.
    private func backfillDays(
        _ outcome: inout Outcome,
        _ progress: @Sendable (Int, Int) -> Void
    ) async throws {
        let state = try await store.read { try $0.health.state(category: category.rawValue) }
        var rest = DayRangeSet(state.backfill)
        var size = Self.firstPageDays
        while !rest.isEmpty {
            if outcome.isPartial || shouldStop() {
                outcome.isPartial = true
                return
            }
            try Task.checkCancellation()
            guard let days = removeLast(size, of: &rest) else { return }
            let page = try await compute(
                days,
                anchor: nil,
                backfill: rest.runs,
                changedTypes: state.types,
                isAuthoritative: true,
                &outcome
            )
            size = self.size(after: page, days: days.count)
            progress(state.backfillDays - rest.count, state.backfillDays)
        }
    }

    /// Stores days page by page; the last page also stores the anchor of the changes.
    private func apply(
        _ days: DayRangeSet,
        _ changes: HealthChanges,
        _ outcome: inout Outcome,
        _ progress: @Sendable (Int, Int) -> Void
    ) async throws {
        if days.isEmpty, let anchor = changes.anchor {
            // No stored day changed; only the anchor advanced.
            try await store.write {
                try $0.health.update(category: category.rawValue, anchor: anchor)
            }
        }
        let isAuthoritative = try await isAuthoritative(changes)
        var rest = days
        var size = Self.firstPageDays
        while let page = removeFirst(size, of: &rest) {
            try Task.checkCancellation()
            let computed = try await compute(
                page,
                anchor: rest.isEmpty ? changes.anchor : nil,
                backfill: nil,
                changedTypes: changes.types,
                isAuthoritative: isAuthoritative,
                &outcome
            )
            size = self.size(after: computed, days: page.count)
            progress(days.count - rest.count, days.count)
            if !rest.isEmpty, shouldStop() {
                outcome.isPartial = true
                return
            }
        }
    }

    /// Whether samples that the source does not have are deleted.
    ///
    /// A source without a creation date is authoritative only when no newer sample is known. Its
    /// samples in the future prove nothing.
    private func isAuthoritative(_ changes: HealthChanges) async throws -> Bool {
        guard changes.isAuthoritative, let end = changes.knownUntil,
            let newest = try await store.read({ try $0.health.state(category: category.rawValue) })
                .newest
        else { return changes.isAuthoritative }
        return end >= newest && end <= now
    }

    /// Stores the rejected samples.
    ///
    /// This happens before the anchor is stored, because repeating it changes nothing.
    private func recordRejections(of changes: HealthChanges) async throws {
        guard !changes.rejections.isEmpty || !changes.deleted.isEmpty else { return }
        try await store.write {
            try $0.health.update(
                category: category.rawValue,
                rejections: changes.rejections.mapValues(\.rawValue),
                removed: changes.deleted
            )
        }
    }

    /// Stores the samples that the source rejected while it read days.
    private func recordRejectionsWhileReading() async throws {
        let rejected = await source.rejectedCount(in: category)
        guard !rejected.isEmpty else { return }
        try await store.write {
            try $0.health.update(
                category: category.rawValue,
                rejections: rejected.mapValues(\.rawValue),
                removed: []
            )
        }
    }

    // MARK: days

    /// The local days that time spans overlap.
    func affectedDays(by spans: [Range<Instant>]) -> DayRangeSet {
        DayRangeSet(
            spans.compactMap { span in
                guard !span.isEmpty else { return nil }
                let first = zones.day(containing: span.lowerBound - category.lookaround)
                let last = zones.day(
                    containing: span.upperBound - .milliseconds(1) + category.lookaround
                )
                return first...max(first, last)
            }
        )
    }

    /// Computes days and stores the results that changed.
    ///
    /// - `changedTypes`: the types of the reported changes on these days, as a bit mask.
    /// - Returns: the numbers of samples and results of the days.
    @discardableResult
    private func compute(
        _ days: DayRangeSet,
        anchor: [UInt8]?,
        backfill: [ClosedRange<CalendarDay>]?,
        changedTypes: UInt64,
        isAuthoritative: Bool,
        _ outcome: inout Outcome
    ) async throws -> (samples: Int, results: Int) {
        guard let bounds = days.bounds else { return (0, 0) }
        let table = DayTable(bounds, in: zones)
        let span = table.starts[0] - category.lookaround..<table.end + category.lookaround
        var read = try await self.read(span)
        try await recordRejectionsWhileReading()
        let eventType = HealthEventFactory.eventType(of: category)
        let typeID = settings.eventTypeID ?? eventType.id
        let state = try await store.read { try $0.health.state(category: category.rawValue) }
        let manual = try await manualEntries(in: span)
        let (inputs, known, retainedBefore) = try await compareInputs(
            &read,
            table,
            state,
            &outcome
        ) { read in self.inputs(of: read, table, typeID, manual) }
        let types = try await types(of: read, in: span, inputs, known, state, &outcome)
        try await findUnreadable(changedTypes, in: span, read, &outcome)
        let isKnown = Self.isKnown(inputs, known)
        if isKnown, types == state.types {
            let isSame = anchor == nil || anchor == state.anchor
            if isSame, backfill == nil { return (read.count, 0) }
        }
        let factory = HealthEventFactory(zones: zones, eventTypeID: typeID)
        let results = try await isKnown ? [] : process(read, table, inputs, factory)
        let page = DerivedPage(
            category: category.rawValue,
            days: days.runs,
            eventTypes: settings.eventTypeID == nil ? [eventType] : [],
            results: manual.withoutManualEntries(
                results.filter { result in
                    // A page may skip days.
                    guard days.contains(result.day) else { return false }
                    return retainedBefore[result.day].map { result.start >= $0 } ?? true
                }.map { factory.event(of: $0) }
            ),
            anchor: anchor,
            samples: inputs,
            backfill: backfill,
            types: types,
            retainedBefore: retainedBefore,
            // Nothing was computed, so a missing result is no deletion.
            isAuthoritative: isAuthoritative && !isKnown
        )
        outcome.derived = outcome.derived + (try await store.write { try $0.health.apply(page) })
        return (read.count, results.count)
    }
}
