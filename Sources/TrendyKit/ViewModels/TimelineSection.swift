import TrendyLocalization
public import TrendyModel

/// A day of the timeline.
public struct TimelineSection: Sendable, Equatable, Identifiable {
    /// The day.
    public let day: CalendarDay
    /// What it is called: today, yesterday, a date.
    public internal(set) var title: String
    /// What happened, newest first; never empty.
    public internal(set) var rows: [TimelineRow]

    /// The day.
    public var id: CalendarDay { day }
}

/// An event as the timeline shows it.
public struct TimelineRow: Sendable, Equatable, Identifiable {
    /// How far an event's changes have come on their way to the server.
    public enum Marker: Sendable, Equatable {
        /// They wait to be sent.
        case waiting
        /// They were not accepted: the person decides.
        case failed
    }

    /// The event.
    public let id: EntityID
    /// The name of its type.
    public internal(set) var title: String
    /// When it happened: `08:30`, `08:30–09:10`, or that it is of the whole day.
    public internal(set) var time: String
    /// What was measured or written; `nil` when there is nothing to say.
    public internal(set) var detail: String?
    /// Where it came from.
    public internal(set) var source: String
    /// The colour of its type, `#RRGGBB`.
    public internal(set) var color: String
    /// The SF Symbol of its type.
    public internal(set) var icon: String
    /// How far it is on its way to the server; `nil` when the server has it.
    public internal(set) var marker: Marker?
    /// The marker in words; `nil` when there is none.
    public internal(set) var markerText: String?
    /// That not all of it can be read by this version; `nil` when all can.
    public internal(set) var unreadable: String?

    let position: EventPosition

    /// Shows the look of a type; that it is unknown when `nil`.
    mutating func wear(_ type: EventType?) {
        title = type?.name ?? Strings.Timeline.unknownType()
        color = type?.color ?? "#808080"
        icon = type?.icon ?? "questionmark.circle"
    }
}
