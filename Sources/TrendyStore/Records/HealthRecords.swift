import GRDB
package import TrendyModel
import TrendySQLite

/// The state of health capture, by category.
package struct HealthRecords: StoreRecords {
    let context: TransactionContext

    /// The live events of a health category that began in a span, by time, whoever recorded them.
    ///
    /// - Returns: what can be read of them; reads all events of the span for it.
    package func events(
        of category: String,
        in span: Range<Instant>
    ) throws -> [(id: EntityID, event: Event)] {
        try Self.events(db, of: category, in: span)
    }

    static func events(
        _ db: Database,
        of category: String,
        in span: Range<Instant>
    ) throws -> [(id: EntityID, event: Event)] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE kind = 4 AND deleted_at IS NULL AND timestamp >= ? AND timestamp < ?
                AND instr(content, 'healthkit_category') > 0
            ORDER BY timestamp, id
            """
        )
        statement.bind(1, span.lowerBound)
        statement.bind(2, span.upperBound)
        var events: [(id: EntityID, event: Event)] = []
        try statement.forEachRow { row in
            let entity = try Entity(row: row)
            // An event that cannot be read is of no category.
            guard let event = try? Event(document: entity.document()),
                event.healthKitCategory == category
            else { return }
            events.append((entity.id, event))
        }
        return events
    }

    /// What capture knows of a category.
    package func state(category: String) throws -> HealthState {
        try HealthRow.fetch(db, category) ?? HealthState()
    }

    /// Keeps where the first import stands before it begins: everything up to the anchor is to be
    /// done.
    ///
    /// - `types`: what was told of besides what ``HealthState/types`` has.
    package func beginBackfill(
        category: String,
        anchor: [UInt8]?,
        days: [ClosedRange<CalendarDay>],
        types: UInt64 = 0,
        readableFrom: Instant? = nil
    ) throws {
        try updateHealth(category) { state in
            state.types |= types
            state.readableFrom = readableFrom
            state.anchor = anchor
            state.backfill = days
            state.backfillDays = days.reduce(0) { $0 + $1.count }
            state.backfillSince = dependencies.wallClock.now()
        }
    }

    /// Keeps how far the first import has learned what there is to do, before it begins.
    ///
    /// - `types`: what was told of besides what ``HealthState/types`` has.
    package func markScanComplete(
        category: String,
        anchor: [UInt8]?,
        days: [ClosedRange<CalendarDay>],
        types: UInt64 = 0
    ) throws {
        try updateHealth(category) { state in
            state.types |= types
            state.anchor = anchor
            state.backfill = days
            state.backfillDays = days.reduce(0) { $0 + $1.count }
            state.backfillSince = nil
        }
    }

    /// Keeps where the next read of changes starts.
    package func update(category: String, anchor: [UInt8]) throws {
        try updateHealth(category) { $0.anchor = anchor }
    }

    /// Keeps how the last capture of a category ended: `nil` when it went well.
    package func update(category: String, failure: FailureReason?) throws {
        try updateHealth(category) { state in
            state.failedAt =
                failure == nil ? nil : state.failedAt ?? dependencies.wallClock.now()
            state.failure = failure
        }
    }

    /// Keeps from when on samples may be read; `nil` where nothing is withheld.
    package func update(category: String, readableFrom: Instant?) throws {
        try updateHealth(category) { $0.readableFrom = readableFrom }
    }

    /// The most samples of a category that are kept out and told apart: where there are as many,
    /// there may be more.
    package static let maximumSampleRejections = 100_000

    /// Keeps samples that are kept out, each once however often it is read, and forgets those that
    /// are gone.
    ///
    /// - `flaws`: what is wrong with each, by its stamp; of a category ``maximumSampleRejections`` are kept.
    package func update(
        category: String,
        flaws: [UInt32: String],
        gone: Set<UInt32>
    ) throws {
        guard !flaws.isEmpty || !gone.isEmpty else { return }
        let known = try sampleRejections(category: category).values.reduce(0, +)
        let new = try HealthRow.unknown(flaws, db, category)
        guard known > 0 && !gone.isEmpty || !new.isEmpty else { return }
        try HealthRow.note(db, category, flaws: new, gone: gone, known: known)
    }

    /// How many samples of a category are kept out, by what is wrong with them.
    package func sampleRejections(category: String) throws -> [String: Int] {
        try HealthRow.rejections(db, category)
    }

    /// Keeps why the app is not woken in the background for a category; `nil` when it is.
    package func update(category: String, refusal: FailureReason?) throws {
        try updateHealth(category) { $0.refusal = refusal }
    }

    /// Changes what the person wants of a category, from its next pass on; what others change
    /// meanwhile stays.
    package func changeSettings(
        category: String,
        _ change: @Sendable (inout HealthSettings) -> Void
    ) throws {
        try updateHealth(category) { change(&$0.settings) }
    }

    /// Keeps how far the older days have been gone over.
    package func update(category: String, rescanCursor: CalendarDay?) throws {
        try updateHealth(category) { $0.rescanCursor = rescanCursor }
    }

    /// What days were last computed from, by day.
    package func samples(
        category: String,
        days: ClosedRange<CalendarDay>
    ) throws -> [CalendarDay: DaySamples] {
        try HealthRow.samples(db, category, days)
    }

    /// The oldest and the newest day that were computed and have samples; `nil` when there is none.
    package func dayBounds(category: String) throws -> ClosedRange<CalendarDay>? {
        try HealthRow.bounds(db, category)
    }

    /// The newest day up to another one that was computed and has samples; `nil` when there is none.
    package func day(category: String, atOrBefore last: CalendarDay) throws -> CalendarDay? {
        try HealthRow.day(db, category, atOrBefore: last)
    }

    /// The days that were computed from any of these samples, in order.
    ///
    /// Reads what is kept of all days of the category: a few bytes for each sample.
    package func days(category: String, with samples: Set<UInt32>) throws -> [CalendarDay] {
        try HealthRow.days(db, category) { samples.contains($0) }
    }

    /// The days that were computed from any sample but these, in order.
    ///
    /// Reads what is kept of all days of the category: a few bytes for each sample.
    package func days(
        category: String,
        withOtherThan samples: Set<UInt32>
    ) throws -> [CalendarDay] {
        try HealthRow.days(db, category) { !samples.contains($0) }
    }

    private func updateHealth(_ category: String, _ change: (inout HealthState) -> Void) throws {
        let old = try state(category: category)
        var new = old
        change(&new)
        guard new != old else { return }
        try HealthRow.store(db, category, new)
    }
}
