public import TrendyModel

/// An entry of the overview: an event and its day.
public struct OverviewEntry: Sendable, Equatable, Identifiable {
    /// The event as a row of the timeline.
    public let row: TimelineRow
    /// The day of the event.
    public let day: CalendarDay
    /// The day as text: today, yesterday or a date.
    public let dayText: String

    /// The event's id.
    public var id: EntityID { row.id }
}
