public import TrendyModel

/// Which events to read.
public struct EventFilter: Sendable {
    /// Only events at this instant or later.
    public var from: Instant?
    /// Only events before this instant.
    public var to: Instant?
    /// Only events of this type.
    public var eventTypeID: EntityID?
    /// Only events older than this one, for reading on.
    public var before: (timestamp: Instant, id: EntityID)?
    /// Events at most.
    public var limit: Int

    /// A filter that lets everything through.
    public init(
        from: Instant? = nil,
        to: Instant? = nil,
        eventTypeID: EntityID? = nil,
        before: (timestamp: Instant, id: EntityID)? = nil,
        limit: Int = 100
    ) {
        self.from = from
        self.to = to
        self.eventTypeID = eventTypeID
        self.before = before
        self.limit = limit
    }
}
