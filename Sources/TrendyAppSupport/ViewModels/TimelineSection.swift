import TrendyKit
import TrendyLocalization
public import TrendyModel
import TrendyStore

/// A day of the timeline.
public struct TimelineSection: Sendable, Equatable, Identifiable {
    /// The day.
    public let day: CalendarDay
    /// The title: today, yesterday or a date.
    public internal(set) var title: String
    /// The events, newest first; never empty.
    public internal(set) var rows: [TimelineRow]

    /// The day.
    public var id: CalendarDay { day }
}

/// A row of the timeline: one event.
public struct TimelineRow: Sendable, Equatable, Identifiable {
    /// The sync state of an event's unsent changes.
    public enum Marker: Sendable, Equatable {
        /// Pending.
        case pending
        /// Not accepted; the person has to decide.
        case failed
    }

    /// The event's id.
    public let id: EntityID
    /// The name of the event type.
    public internal(set) var title: String
    /// The time: `08:30`, `08:30–09:10`, or that it is all day.
    public internal(set) var time: String
    /// The measured value or the notes; `nil` for none.
    public internal(set) var detail: String?
    /// The source of the event.
    public internal(set) var source: String
    /// The colour of the event type, `#RRGGBB`.
    public internal(set) var color: String
    /// The SF Symbol of the event type.
    public internal(set) var icon: String
    /// The sync state; `nil` when the server has all changes.
    public internal(set) var marker: Marker?
    /// The sync state as text; `nil` when there is none.
    public internal(set) var markerText: String?
    /// A text that says that another device changed the event since the person last opened it; `nil`
    /// when none did.
    public internal(set) var updatedText: String?
    /// A text that says which field this version cannot decode; `nil` when all can be decoded.
    public internal(set) var unreadable: String?

    let position: EventPosition

    /// Creates the row of an event.
    ///
    /// - Parameters:
    ///   - fetched: the event with its sync state.
    ///   - type: its type; `nil` when it is not known.
    ///   - labels: the labels of its properties, by key.
    ///   - formats: formats times and values.
    init(
        _ fetched: FetchedEvent,
        type: EventType?,
        labels: [String: String],
        formats: DisplayFormatter
    ) {
        let event = fetched.event
        id = fetched.id
        (title, color, icon) = ("", "", "")
        time = TimelineTime(formats: formats).text(of: event)
        detail = EventFormatter(formats: formats, labels: labels).detail(of: event)
        source = EventFormatter.source(event.sourceType)
        marker = fetched.unsent.map { $0 == .pending ? .pending : .failed }
        markerText = marker.map {
            $0 == .pending ? Strings.Timeline.waiting() : Strings.Timeline.failed()
        }
        updatedText = fetched.isUpdatedRemotely ? Strings.Timeline.updatedRemotely() : nil
        unreadable = fetched.unreadable.map {
            Strings.Timeline.partlyUnreadable(["field": FieldFormatter.name(of: $0.field)])
        }
        position = fetched.position
        applyStyle(of: type)
    }

    /// Applies the name, colour and icon of a type; placeholders when it is `nil`.
    mutating func applyStyle(of type: EventType?) {
        title = type?.name ?? Strings.Timeline.unknownType()
        color = type?.color ?? "#808080"
        icon = type?.icon ?? "questionmark.circle"
    }
}
