public import TrendyModel

/// The results of recomputing some days of one category, to be stored in one transaction.
public struct DerivedPage: Sendable {
    /// The category that was recomputed, such as `steps`.
    public var category: String
    /// The days that were recomputed.
    ///
    /// Earlier results of this device for these days and this category that are not among
    /// ``results`` any more are deleted.
    public var days: ClosedRange<CalendarDay>
    /// The event types that the results refer to; those missing are created.
    public var eventTypes: [DerivedEventType]
    /// The results, in any order.
    public var results: [DerivedResult]
    /// Where the next read of changes starts, stored with the results; `nil` leaves it as it is.
    public var anchor: [UInt8]?
    /// What the days were computed from; none where samples have no identity.
    public var samples: [DaySamples]
    /// The days that the first import has still to do after this page; `nil` leaves them as they
    /// are.
    public var backfill: [ClosedRange<CalendarDay>]?
    /// The types of which samples were ever read, a bit each; `nil` leaves them as they are.
    public var types: UInt64?
    /// Days of which samples are withheld: earlier results for them stay that begin before an
    /// instant.
    public var retainedBefore: [CalendarDay: Instant]
    /// Whether the source knows all that this device's earlier results knew.
    ///
    /// If not (an export older than one imported before), a result is only replaced by one with at
    /// least as much evidence, and nothing is deleted.
    public var isAuthoritative: Bool

    /// Bundles the results of a page.
    public init(
        category: String,
        days: ClosedRange<CalendarDay>,
        eventTypes: [DerivedEventType],
        results: [DerivedResult],
        anchor: [UInt8]? = nil,
        samples: [DaySamples] = [],
        backfill: [ClosedRange<CalendarDay>]? = nil,
        types: UInt64? = nil,
        retainedBefore: [CalendarDay: Instant] = [:],
        isAuthoritative: Bool = true
    ) {
        self.category = category
        self.days = days
        self.eventTypes = eventTypes
        self.results = results
        self.anchor = anchor
        self.samples = samples
        self.backfill = backfill
        self.types = types
        self.retainedBefore = retainedBefore
        self.isAuthoritative = isAuthoritative
    }
}

/// What a day was computed from: enough to tell whether it is the same as before.
public struct DaySamples: Sendable, Equatable {
    /// The stamp of a day whose results were not stored: no computed day has it, so it is computed
    /// anew, without counting deletions.
    static let undone: [UInt8] = []

    /// The day.
    public var day: CalendarDay
    /// A hash of how it was computed: its bounds, its event type, the version of the rules.
    public var inputHash: [UInt8]
    /// Four bytes of each sample's identity, in ascending order.
    public var samples: [UInt32]
    /// How many samples it was computed from once that do not exist any more.
    public var deletedCount: Int

    /// Bundles what a day was computed from.
    public init(day: CalendarDay, stamp: [UInt8], samples: [UInt32], deletedCount: Int = 0) {
        self.day = day
        self.inputHash = stamp
        self.samples = samples
        self.deletedCount = deletedCount
    }

    /// What becomes of this day once it is computed from other samples: those that are missing
    /// were deleted.
    public func counting(deletionsSince old: DaySamples?) -> DaySamples {
        guard let old else { return self }
        var day = self
        day.deletedCount = old.deletedCount
        // In another zone samples belong to another day: they are not gone.
        guard inputHash == old.inputHash else { return day }
        var index = samples.startIndex
        for sample in old.samples {
            while index < samples.endIndex, samples[index] < sample { index += 1 }
            if index < samples.endIndex, samples[index] == sample {
                index += 1
            } else {
                day.deletedCount += 1
            }
        }
        return day
    }
}

/// One event computed from samples.
public struct DerivedResult: Sendable {
    /// Its derived id.
    public var id: EntityID
    /// The day it belongs to.
    public var day: CalendarDay
    /// The event, with its natural key and evidence.
    public var event: Event

    /// Bundles a result.
    public init(id: EntityID, day: CalendarDay, event: Event) {
        self.id = id
        self.day = day
        self.event = event
    }
}

/// An event type that capture creates by itself, under a derived id.
public struct DerivedEventType: Sendable {
    /// Its derived id.
    public var id: EntityID
    /// Its fields when it is created; a person's later edit of them stays.
    public var eventType: EventType

    /// Bundles an event type.
    public init(id: EntityID, eventType: EventType) {
        self.id = id
        self.eventType = eventType
    }
}

/// What storing a page did.
public struct DerivedOutcome: Sendable, Equatable {
    /// Events that are new.
    public var created = 0
    /// Events that changed.
    public var updated = 0
    /// Events that are gone.
    public var deleted = 0
    /// Results that were stored already: nothing was written for them.
    public var unchanged = 0
    /// Results of another device that knew more, and stay.
    public var kept = 0
    /// The new events that are of the last day: the person may be told of them.
    public var recent: [EntityID] = []

    /// An outcome of nothing.
    public init() {}

    /// The sum of two outcomes.
    public static func + (left: DerivedOutcome, right: DerivedOutcome) -> DerivedOutcome {
        var sum = left
        sum.created += right.created
        sum.updated += right.updated
        sum.deleted += right.deleted
        sum.unchanged += right.unchanged
        sum.kept += right.kept
        sum.recent += right.recent
        return sum
    }
}
