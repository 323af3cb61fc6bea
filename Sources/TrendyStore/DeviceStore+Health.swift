import GRDB
public import TrendyModel
import TrendySQLite

/// What a person wants of a category.
public struct HealthSettings: Sendable, Equatable {
    /// Whether it is captured.
    public var isEnabled = true
    /// Whether the person is told of new events.
    public var notifies = false
    /// The type of its events; the category's own when `nil`.
    public var eventTypeID: EntityID?

    /// The settings that hold before anybody changes them.
    public init() {}
}

/// What capture knows of a category.
public struct HealthState: Sendable, Equatable {
    /// Where the next read of changes starts; `nil` before the first.
    public var anchor: [UInt8]?
    /// The days that the first import has still to do, the oldest first.
    public var backfill: [ClosedRange<CalendarDay>] = []
    /// How many days the first import had to do in all.
    public var backfillDays = 0
    /// When the first import began.
    public var backfillSince: Instant?
    /// The last time that anything changed.
    public var changedAt: Instant?
    /// The end of the newest sample that was ever seen.
    public var newest: Instant?
    /// Older days are gone over a few at a time; the next are those before this one.
    public var rescanCursor: CalendarDay?
    /// Why the last capture failed, in words for people; `nil` when it did not.
    public var failure: String?
    /// When it failed for the first time since it last went well.
    public var failedAt: Instant?
    /// The types of the category of which samples were ever read, or told of as the first import
    /// began: a bit each, by their places.
    public var types: UInt64 = 0
    /// From when on samples may be read, where older ones are withheld: they are unknown, not none.
    public var readableFrom: Instant?
    /// Why the app is not woken for it in the background, in words for people; `nil` when it is.
    public var refusal: String?
    /// What the person wants.
    public var settings = HealthSettings()

    /// Whether the first import still learns what there is to do, behind the anchor.
    public var isScanning: Bool {
        anchor != nil && !backfill.isEmpty && backfillSince == nil
    }

    /// A category of which nothing is known.
    public init() {}
}

extension DeviceStore {
    /// The live events of a health category that began in a span, by time, whoever recorded them.
    ///
    /// - Returns: what can be read of them; reads all events of the span for it.
    package func healthEvents(
        of category: String,
        in span: Range<Instant>
    ) throws -> [(id: EntityID, event: Event)] {
        try database.reading { try Self.healthEvents($0, of: category, in: span) }
    }

    static func healthEvents(
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
    public func healthState(category: String) throws -> HealthState {
        try database.reading { try HealthRow.fetch($0, category) ?? HealthState() }
    }

    /// Keeps where the first import stands before it begins: everything up to the anchor is to be
    /// done.
    ///
    /// - `types`: what was told of besides what ``HealthState/types`` has.
    public func beginBackfill(
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
    public func markScanComplete(
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
    public func noteHealth(category: String, anchor: [UInt8]) throws {
        try updateHealth(category) { $0.anchor = anchor }
    }

    /// Keeps how the last capture of a category ended: `nil` when it went well.
    public func noteHealth(category: String, failure: String?) throws {
        try updateHealth(category) { state in
            state.failedAt =
                failure == nil ? nil : state.failedAt ?? dependencies.wallClock.now()
            state.failure = failure
        }
    }

    /// Keeps from when on samples may be read; `nil` where nothing is withheld.
    public func noteHealth(category: String, readableFrom: Instant?) throws {
        try updateHealth(category) { $0.readableFrom = readableFrom }
    }

    /// The most samples of a category that are kept out and told apart: where there are as many,
    /// there may be more.
    public static let maximumSampleRejections = 100_000

    /// Keeps samples that are kept out, each once however often it is read, and forgets those that
    /// are gone.
    ///
    /// - `flaws`: what is wrong with each, by its stamp; of a category ``maximumSampleRejections`` are kept.
    public func noteHealth(
        category: String,
        flaws: [UInt32: String],
        gone: Set<UInt32>
    ) throws {
        guard !flaws.isEmpty || !gone.isEmpty else { return }
        let known = try sampleRejections(category: category).values.reduce(0, +)
        let new = try database.reading { try HealthRow.unknown(flaws, $0, category) }
        guard known > 0 && !gone.isEmpty || !new.isEmpty else { return }
        try writing { try HealthRow.note($0, category, flaws: new, gone: gone, known: known) }
    }

    /// How many samples of a category are kept out, by what is wrong with them.
    public func sampleRejections(category: String) throws -> [String: Int] {
        try database.reading { try HealthRow.rejections($0, category) }
    }

    /// Keeps why the app is not woken in the background for a category; `nil` when it is.
    public func noteHealth(category: String, refusal: String?) throws {
        try updateHealth(category) { $0.refusal = refusal }
    }

    /// Changes what the person wants of a category, from its next pass on; what others change
    /// meanwhile stays.
    public func changeHealth(
        category: String,
        _ change: @Sendable (inout HealthSettings) -> Void
    ) throws {
        try updateHealth(category) { change(&$0.settings) }
    }

    /// Keeps how far the older days have been gone over.
    public func noteHealth(category: String, revisited: CalendarDay?) throws {
        try updateHealth(category) { $0.rescanCursor = revisited }
    }

    /// What days were last computed from, by day.
    public func healthSamples(
        category: String,
        days: ClosedRange<CalendarDay>
    ) throws -> [CalendarDay: DaySamples] {
        try database.reading { try HealthRow.samples($0, category, days) }
    }

    /// The oldest and the newest day that were computed and have samples; `nil` when there is none.
    public func healthDayBounds(category: String) throws -> ClosedRange<CalendarDay>? {
        try database.reading { try HealthRow.bounds($0, category) }
    }

    /// The newest day up to another one that was computed and has samples; `nil` when there is none.
    public func healthDay(category: String, atOrBefore last: CalendarDay) throws -> CalendarDay? {
        try database.reading { try HealthRow.day($0, category, atOrBefore: last) }
    }

    /// The days that were computed from any of these samples, in order.
    ///
    /// Reads what is kept of all days of the category: a few bytes for each sample.
    public func healthDays(category: String, with samples: Set<UInt32>) throws -> [CalendarDay] {
        try database.reading {
            try HealthRow.days($0, category) { samples.contains($0) }
        }
    }

    /// The days that were computed from any sample but these, in order.
    ///
    /// Reads what is kept of all days of the category: a few bytes for each sample.
    public func healthDays(
        category: String,
        withOtherThan samples: Set<UInt32>
    ) throws -> [CalendarDay] {
        try database.reading {
            try HealthRow.days($0, category) { !samples.contains($0) }
        }
    }

    private func updateHealth(_ category: String, _ change: (inout HealthState) -> Void) throws {
        let old = try healthState(category: category)
        var new = old
        change(&new)
        guard new != old else { return }
        try writing { try HealthRow.store($0, category, new) }
    }
}
