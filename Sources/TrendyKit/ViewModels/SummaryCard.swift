public import TrendyHealth
public import TrendyModel

/// What today's screen shows of a category of health.
public struct SummaryCard: Sendable, Equatable, Identifiable {
    /// An hour of today.
    public struct Hour: Sendable, Equatable, Identifiable {
        /// When it begins.
        public let start: Instant
        /// The time it begins at, as people read it.
        public let label: String
        /// What was measured in it; `nil` when nothing was, or nothing is known yet.
        ///
        /// A sum, an average or the last value; of sleep, workouts and mindfulness the minutes.
        public let value: Double?

        /// When it begins.
        public var id: Instant { start }
    }

    /// What it is of.
    public let category: HealthCategory
    /// Its name.
    public let title: String
    /// The colour of its type, `#RRGGBB`.
    public let color: String
    /// The SF Symbol of its type.
    public let icon: String
    /// Today's value; `nil` when there is none.
    public internal(set) var value: String?
    /// What to read in its place or beside it: when it was last added to, the last value of another
    /// day, or that there is none.
    public internal(set) var caption: String
    /// Today's hours; empty where nothing is known of today.
    public internal(set) var hours: [Hour]
    /// Why it may be out of date; `nil` when it is not.
    public internal(set) var problem: String?

    /// What it is of.
    public var id: String { category.rawValue }
}
