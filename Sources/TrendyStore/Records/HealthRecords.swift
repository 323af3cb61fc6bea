import GRDB
package import TrendyModel
import TrendySQLite

/// The state of health capture, and the events of each health category.
package struct HealthRecords: StoreRecords {
    let context: TransactionContext

    /// The live events of a health category that begin in a time span, ordered by time: captured
    /// and manual ones.
    ///
    /// Events that cannot be decoded are skipped. Reads all events of the span.
    package func events(
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
            // An event that cannot be decoded has no category.
            guard let event = try? Event(document: entity.document()),
                event.healthKitCategory == category
            else { return }
            events.append((entity.id, event))
        }
        return events
    }

    /// Whether a derived event has the content that this device computed last.
    package func isOwnResult(id: EntityID) throws -> Bool {
        let statement = try PreparedStatement(db, "SELECT hash FROM derived WHERE id = ?")
        statement.bind(1, id)
        guard let hash = try statement.firstRow({ $0.bytes(0) }),
            let row = try EntityRow.fetch(db, id: id)
        else { return false }
        return DerivedPageWriter.hash(try row.entity.document()) == hash
    }

    /// The capture state of a category; the initial one before it is stored first.
    package func state(category: String) throws -> HealthState {
        try HealthRow.fetch(db, category) ?? HealthState()
    }

    /// The capture states of all categories that have one.
    package func states() throws -> [String: HealthState] { try HealthRow.fetchAll(db) }

    /// Begins the backfill of a category: stores the days to compute, and the anchor at which the
    /// scan that found them ended.
    ///
    /// - `types`: sample types to add to ``HealthState/types``, as a bit mask.
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

    /// Stores the progress of the scan before a backfill: the days found so far, and the anchor at
    /// which it continues.
    ///
    /// - `types`: sample types to add to ``HealthState/types``, as a bit mask.
    package func recordScanProgress(
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

    /// Stores the anchor at which the next read of changes starts.
    package func update(category: String, anchor: [UInt8]) throws {
        try updateHealth(category) { $0.anchor = anchor }
    }

    /// Stores the failure of the last capture, and when the failures began; `nil` after a success.
    package func update(category: String, failure: FailureReason?) throws {
        try updateHealth(category) { state in
            state.failedAt = failure == nil ? nil : state.failedAt ?? dependencies.wallClock.now()
            state.failure = failure
        }
    }

    /// Stores the time from which samples are readable; `nil` when all are.
    package func update(category: String, readableFrom: Instant?) throws {
        try updateHealth(category) { $0.readableFrom = readableFrom }
    }

    /// The maximum number of rejected samples stored for a category.
    ///
    /// A count of this size means that there may be more.
    package static let maximumSampleRejections = 100_000

    /// Stores rejected samples, and removes those that were deleted.
    ///
    /// A sample that is stored already is not counted again.
    ///
    /// - `rejections`: the reasons by sample fingerprint; at most ``maximumSampleRejections`` are
    ///   stored for a category.
    /// - `removed`: the fingerprints of deleted samples.
    package func update(
        category: String,
        rejections: [UInt32: String],
        removed: Set<UInt32>
    ) throws {
        guard !rejections.isEmpty || !removed.isEmpty else { return }
        let stored = try sampleRejections(category: category).values.reduce(0, +)
        let new = try HealthRow.newRejections(db, category, among: rejections)
        guard stored > 0 && !removed.isEmpty || !new.isEmpty else { return }
        try HealthRow.record(
            db,
            category,
            rejections: new,
            removed: removed,
            stored: stored
        )
    }

    /// The number of rejected samples by category and reason.
    package func sampleRejections() throws -> [String: [String: Int]] {
        try HealthRow.rejections(db)
    }

    /// The number of rejected samples of a category by reason.
    package func sampleRejections(category: String) throws -> [String: Int] {
        try HealthRow.rejections(db, category)
    }

    /// Stores why background delivery is not active for a category; `nil` when it is.
    package func update(category: String, refusal: FailureReason?) throws {
        try updateHealth(category) { $0.refusal = refusal }
    }

    /// Changes the settings of a category, which apply from its next capture pass on.
    package func changeSettings(
        category: String,
        _ change: @Sendable (inout HealthSettings) -> Void
    ) throws {
        try updateHealth(category) { change(&$0.settings) }
    }

    /// Stores the day before which the next rescan of older days begins.
    package func update(category: String, rescanCursor: CalendarDay?) throws {
        try updateHealth(category) { $0.rescanCursor = rescanCursor }
    }

    /// The inputs from which days were last computed, by day.
    package func samples(
        category: String,
        days: ClosedRange<CalendarDay>
    ) throws -> [CalendarDay: DaySamples] {
        try HealthRow.samples(db, category, days)
    }

    /// The oldest and the newest computed day with samples; `nil` when there is none.
    package func dayBounds(category: String) throws -> ClosedRange<CalendarDay>? {
        try HealthRow.bounds(db, category)
    }

    /// The newest computed day with samples that is not after `last`; `nil` when there is none.
    package func day(category: String, atOrBefore last: CalendarDay) throws -> CalendarDay? {
        try HealthRow.day(db, category, atOrBefore: last)
    }

    /// The days that were computed from any of these samples, in order.
    ///
    /// Reads the fingerprints of all days of the category: 4 bytes a sample.
    package func days(category: String, with samples: Set<UInt32>) throws -> [CalendarDay] {
        try HealthRow.days(db, category) { samples.contains($0) }
    }

    /// The days that were computed from any sample other than these, in order.
    ///
    /// Reads the fingerprints of all days of the category: 4 bytes a sample.
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
