import TrendyKit
import TrendyLocalization
public import TrendyModel

/// A day as a ribbon of 24 hours: stays, sleep, workouts and entries.
public struct RhythmDay: Sendable, Equatable, Identifiable {
    /// What a segment shows.
    public enum Kind: Sendable, Equatable {
        /// A stay at a place.
        case stay
        /// Sleep.
        case sleep
        /// A workout.
        case workout
        /// An entry of the person.
        case entry
    }

    /// A part of the day.
    public struct Segment: Sendable, Equatable, Identifiable {
        /// The event's id.
        public let id: EntityID
        /// What it shows.
        public let kind: Kind
        /// The start as a fraction of the day, 0…1.
        public let start: Double
        /// The end as a fraction of the day, 0…1; equal to the start for an instant.
        public let end: Double
        /// The place or the event type.
        public let title: String
        /// The title with its time, as `Home, 18:00–23:10`.
        public let text: String
        /// The colour of the event type, `#RRGGBB`.
        public let color: String
    }

    /// The day.
    public let id: CalendarDay
    /// Today, yesterday or a date.
    public let title: String
    /// The segments by start; empty when nothing is known.
    public let segments: [Segment]
}
