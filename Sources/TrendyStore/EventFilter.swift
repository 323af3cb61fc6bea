package import TrendyModel

/// A filter of events by time and type, with a page limit.
package struct EventFilter: Sendable {
    /// The earliest start, inclusive; `nil` for no bound.
    package var from: Instant?
    /// The latest start, exclusive; `nil` for no bound.
    package var to: Instant?
    /// The event type; `nil` for all types.
    package var eventTypeID: EntityID?
    /// The last event of the previous page; `nil` for the first page.
    ///
    /// Only events that are older, or equally old with a smaller id, match.
    package var before: (timestamp: Instant, id: EntityID)?
    /// The maximum number of events.
    package var limit: Int

    /// Creates a filter; by default it matches all events.
    package init(
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
