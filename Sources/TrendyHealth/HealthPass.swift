import TrendyModel
import TrendyStore

/// One pass over a category: what changed since the last one, the days that it touches computed
/// anew, and the results stored, a page at a time.
struct HealthPass {
    /// Samples in a page of changes.
    static let changesPerPage = 5_000
    /// Pages of changes in one pass at most: a source that never ends is its own mistake.
    static let maximumPages = 100_000
    /// About how many samples are held at once, and points of routes read.
    static let samplesPerPage = 40_000
    /// Days in one transaction at most.
    static let daysPerPage = 180
    /// Days in the first transaction, before it is known how many samples a day has.
    static let firstPageDays = 8
    /// The version of the rules by which days are computed: days of older rules are computed anew.
    static let rules: UInt8 = 5

    let category: HealthCategory
    let store: DeviceStore
    let source: any HealthSource
    let zones: ZoneHistory
    /// When the pass begins.
    let now: Instant
    let settings: HealthSettings
    /// The names of the sources that are believed before all others.
    let sourceOrder: [String]
    /// Whether the system is about to suspend the app: not even a first page is begun then.
    let isDeadlineExceeded: @Sendable () -> Bool
    /// Whether to begin nothing more: the rest is for the next pass.
    let shouldStop: @Sendable () -> Bool

    /// What a pass did.
    struct Outcome {
        var derived = DerivedOutcome()
        /// Whether anything was read.
        var hasBegun = false
        /// Whether it was told to stop before it was done.
        var isPartial = false
        /// The stamps of samples that it was told were deleted.
        var deleted: Set<UInt32> = []
        /// The anchor behind which there are more changes that were not read; `nil` where none are.
        var unread: [UInt8]?
        /// The types of which not all that was there is deleted, and how many deletions told so.
        var silent: [Int: Int] = [:]
        /// From when on samples could be read all the time; `nil` where there is no such limit.
        var limit: Instant?
    }

    /// There was no time to find out what a page amounts to; nothing of it is stored.
    struct DeadlineExceeded: Error {}

    /// Runs.
    ///
    /// - `window`: days that are computed in any case.
    /// - `onDeletion`: days that are computed as well when anything was deleted.
    /// - `outcome`: what it did, also when it fails.
    func run(
        window: DayRangeSet,
        onDeletion: DayRangeSet,
        _ outcome: inout Outcome,
        progress: @Sendable (_ doneDays: Int, _ totalDays: Int) -> Void
    ) async throws {
        let state = try await store.healthState(category: category.rawValue)
        let isFirst = state.anchor == nil && state.backfill.isEmpty
        // Before the first import nothing is known that could be withheld.
        outcome.limit = isFirst ? nil : state.readableFrom
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
        // What the first import finds is no news.
        let recent = outcome.derived.recent
        defer { outcome.derived.recent = recent }
        try await backfillDays(&outcome, progress)
    }

    // MARK: the three parts

    /// The first time: how much there is, and where changes go on from.
    ///
    /// How far it has come is kept with each page, so that a kill costs no more.
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
                // It keeps no place, or does not know all: nothing to go on with later.
                return try await apply(days, changes, &outcome, progress)
            }
            guard changes.hasMore else { break }
            try await store.markScanComplete(
                category: category.rawValue,
                anchor: anchor,
                days: days.runs,
                types: types
            )
            if shouldStop() {
                outcome.isPartial = true
                return
            }
        }
        try await store.beginBackfill(
            category: category.rawValue,
            anchor: anchor,
            days: days.runs,
            types: types,
            readableFrom: outcome.limit
        )
    }

    /// What changed since the anchor.
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
                let held = try await store.healthDays(
                    category: category.rawValue,
                    with: changes.deleted
                )
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

    /// What of the first import is still to be done, the newest days first.
    private func backfillDays(
        _ outcome: inout Outcome,
        _ progress: @Sendable (Int, Int) -> Void
    ) async throws {
        let state = try await store.healthState(category: category.rawValue)
        var rest = DayRangeSet(state.backfill)
        var size = Self.firstPageDays
        while !rest.isEmpty {
            if outcome.isPartial || shouldStop() {
                outcome.isPartial = true
                return
            }
            try Task.checkCancellation()
            guard let days = rest.removeLast(size) else { return }
            let samples = try await compute(
                days,
                anchor: nil,
                backfill: rest.runs,
                toldTypes: state.types,
                isAuthoritative: true,
                &outcome
            )
            size = Self.size(after: samples, days: days.count)
            progress(state.backfillDays - rest.count, state.backfillDays)
        }
    }

    /// Stores days page by page, and the anchor of what touched them with the last.
    private func apply(
        _ days: DayRangeSet,
        _ changes: HealthChanges,
        _ outcome: inout Outcome,
        _ progress: @Sendable (Int, Int) -> Void
    ) async throws {
        if days.isEmpty, let anchor = changes.anchor {
            // Nothing that is kept has changed; only the place has moved on.
            try await store.noteHealth(category: category.rawValue, anchor: anchor)
        }
        let isAuthoritative = try await isAuthoritative(changes)
        var rest = days
        var size = Self.firstPageDays
        while let page = rest.removeFirst(size) {
            try Task.checkCancellation()
            let count = try await compute(
                page,
                anchor: rest.isEmpty ? changes.anchor : nil,
                backfill: nil,
                toldTypes: changes.types,
                isAuthoritative: isAuthoritative,
                &outcome
            )
            size = Self.size(after: count, days: page.count)
            progress(days.count - rest.count, days.count)
            if !rest.isEmpty, shouldStop() {
                outcome.isPartial = true
                return
            }
        }
    }

    /// Whether what changes do not hold is gone.
    ///
    /// Who does not say when what they have was made knows the latest only where nothing newer is
    /// known. What is dated ahead does not tell.
    private func isAuthoritative(_ changes: HealthChanges) async throws -> Bool {
        guard changes.isAuthoritative, let end = changes.knownUntil,
            let newest = try await store.healthState(category: category.rawValue).newest
        else { return changes.isAuthoritative }
        return end >= newest && end <= now
    }

    /// Keeps which samples are kept out: before the anchor, since a second time changes nothing.
    private func recordRejections(of changes: HealthChanges) async throws {
        guard !changes.rejections.isEmpty || !changes.deleted.isEmpty else { return }
        try await store.noteHealth(
            category: category.rawValue,
            flaws: changes.rejections.mapValues(\.rawValue),
            gone: changes.deleted
        )
    }

    // MARK: days

    /// The local days that spans touch.
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

    /// How many days to take next, after so many had so many samples.
    static func size(after samples: Int, days: Int) -> Int {
        let perDay = max(1, samples / max(1, days))
        return max(1, min(daysPerPage, samplesPerPage / perDay))
    }

    /// Computes days that follow each other, and stores what is new of them.
    ///
    /// - `toldTypes`: the types of what was told of these days, a bit each.
    /// - Returns: how many samples they have.
    @discardableResult
    private func compute(
        _ days: ClosedRange<CalendarDay>,
        anchor: [UInt8]?,
        backfill: [ClosedRange<CalendarDay>]?,
        toldTypes: UInt64,
        isAuthoritative: Bool,
        _ outcome: inout Outcome
    ) async throws -> Int {
        let table = DayTable(days, in: zones)
        let span = table.starts[0] - category.lookaround..<table.end + category.lookaround
        var read = try await self.read(span)
        let flaws = await source.rejectedCount(in: category)
        try await store.noteHealth(
            category: category.rawValue,
            flaws: flaws.mapValues(\.rawValue),
            gone: []
        )
        let eventType = HealthEventFactory.eventType(of: category)
        let typeID = settings.eventTypeID ?? eventType.id
        let state = try await store.healthState(category: category.rawValue)
        let told = try await manualEntries(in: span)
        let (basis, known, hidden) = try await compared(&read, table, state, &outcome) { read in
            self.basis(of: read, table, typeID, told)
        }
        let types = try await types(of: read, in: span, basis, known, state, &outcome)
        try await findUnreadable(toldTypes, in: span, read, &outcome)
        let isKnown = Self.isKnown(basis, known)
        if isKnown, types == state.types {
            let isSame = anchor == nil || anchor == state.anchor
            if isSame, backfill == nil { return read.count }
        }
        let context = ProcessingContext(
            days: table,
            zones: zones,
            priority: SourcePriority(try await source.sources, order: sourceOrder),
            deletions: Dictionary(
                basis.lazy.filter { $0.deletedCount > 0 }.map { ($0.day, $0.deletedCount) },
                uniquingKeysWith: max
            )
        )
        let factory = HealthEventFactory(zones: zones, eventTypeID: typeID)
        var results = isKnown ? [] : process(read, context)
        for index in results.indices where results[index].keepsRoute {
            try await keepRoute(&results[index], factory)
        }
        let page = DerivedPage(
            category: category.rawValue,
            days: days,
            eventTypes: settings.eventTypeID == nil ? [eventType] : [],
            results: told.withoutManualEntries(
                results.filter { result in hidden[result.day].map { result.start >= $0 } ?? true }
                    .map { factory.event(of: $0) }
            ),
            anchor: anchor,
            samples: basis,
            backfill: backfill,
            types: types,
            retainedBefore: hidden,
            // Nothing was computed, so nothing is missing.
            isAuthoritative: isAuthoritative && !isKnown
        )
        outcome.derived = outcome.derived + (try await store.apply(page))
        return read.count
    }
}
