package import TrendyModel

/// An event that was computed from samples.
package struct DerivedResult: Sendable {
    /// The id, which is derived from the event's natural key.
    package var id: EntityID
    /// The day that the event belongs to.
    package var day: CalendarDay
    /// The event, with its natural key and evidence.
    package var event: Event

    package init(id: EntityID, day: CalendarDay, event: Event) {
        self.id = id
        self.day = day
        self.event = event
    }
}
