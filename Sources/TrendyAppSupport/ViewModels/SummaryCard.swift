public import TrendyHealth
import TrendyKit
public import TrendyModel

/// A card of today's screen: one health category.
public struct SummaryCard: Sendable, Equatable, Identifiable {
    /// An hour of today.
    public struct Hour: Sendable, Equatable, Identifiable {
        /// The start of the hour.
        public let start: Instant
        /// The start as text.
        public let label: String
        /// The value of the hour; `nil` when nothing was measured or is known yet.
        ///
        /// A sum, an average or the last value; minutes for sleep, workouts and mindfulness.
        public let value: Double?
        /// The value with its unit; `nil` without a value.
        public let text: String?

        /// The start of the hour.
        public var id: Instant { start }
    }

    /// The category.
    public let category: HealthMetric
    /// The id of the insights of the category, as ``InsightsViewModel/Subject``'s.
    public let subjectID: String
    /// The category's name.
    public let title: String
    /// The colour of its event type, `#RRGGBB`.
    public let color: String
    /// The SF Symbol of its event type.
    public let icon: String
    /// Today's value; `nil` when there is none.
    public internal(set) var value: String?
    /// The text below the value or in its place: the time of the latest sample, the last value of
    /// an earlier day, or that there is no data.
    public internal(set) var caption: String
    /// When Health last reported data of the category.
    public internal(set) var freshness: String
    /// When new data usually arrives; `nil` when that cannot be said.
    public internal(set) var expectation: String?
    /// The stages of sleep; empty for other categories and without known stages.
    public internal(set) var stages: [SleepStageShare] = []
    /// The part of the time in bed that the person slept; `nil` when it is unknown.
    public internal(set) var efficiency: String?
    /// The comparison with the same weekday of earlier weeks; `nil` for other metrics than sums of
    /// a day, and before the first data.
    public internal(set) var usual: UsualComparison?
    /// Today's hours; empty without data of today.
    public internal(set) var hours: [Hour]
    /// Whether anything of the category is known, of any day.
    public internal(set) var hasData: Bool
    /// Why the card may be outdated; `nil` when it is current.
    public internal(set) var problem: String?

    /// The category's name.
    public var id: String { category.rawValue }
}
