public import TrendyModel

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
    public var failure: FailureReason?
    /// When it failed for the first time since it last went well.
    public var failedAt: Instant?
    /// The types of the category of which samples were ever read, or told of as the first import
    /// began: a bit each, by their places.
    public var types: UInt64 = 0
    /// From when on samples may be read, where older ones are withheld: they are unknown, not none.
    public var readableFrom: Instant?
    /// Why the app is not woken for it in the background, in words for people; `nil` when it is.
    public var refusal: FailureReason?
    /// What the person wants.
    public var settings = HealthSettings()

    /// Whether the first import still learns what there is to do, behind the anchor.
    public var isScanning: Bool {
        anchor != nil && !backfill.isEmpty && backfillSince == nil
    }

    /// A category of which nothing is known.
    public init() {}
}
