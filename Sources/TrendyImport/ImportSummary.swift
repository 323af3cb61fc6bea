public import TrendyHealth
public import TrendyModel

/// What was found in an export.
public struct ImportSummary: Sendable, Equatable {
    /// A place in an export that could not be read.
    public struct Damage: Sendable, Equatable {
        /// Where it begins, in bytes of the XML.
        public var offset: Int64
        /// The element.
        public var element: String
        /// What is wrong.
        public var message: String
    }

    /// The file of a workout's route that could not be read.
    public struct UnreadRoute: Sendable, Equatable {
        /// Its path, as the workout names it.
        public var path: String
        /// Why.
        public var message: String
    }

    /// The export's XML in bytes.
    public var bytes: Int64 = 0
    /// When the export was made; `nil` when it does not say.
    public var exportedAt: Instant?
    /// When the newest record or workout that is used ends; `nil` when there is none.
    public var newestAt: Instant?
    /// Records and workouts, used or not.
    public var records = 0
    /// Records and workouts that events are made of.
    public var used = 0
    /// Records of the categories wanted that could not be used, values of workouts and files of
    /// routes, by what is wrong with them.
    public var flaws: [SampleRejection: Int] = [:]
    /// How many places could not be read.
    public var damages = 0
    /// The first of them.
    public var firstDamage: Damage?
    /// Whether the export ends before its end.
    public var isTruncated = false
    /// Files of workouts' routes that were read.
    public var routes = 0
    /// The first of those that were not, in the order of workouts; ``flaws`` counts them.
    public var firstUnreadRoute: UnreadRoute?
    /// The active energy of days as Apple has summed it up, kcal.
    public var activitySummaries: [ActivitySummary] = []

    /// What is wrong with the export and what to do; `nil` when nothing is.
    public var warning: String? {
        guard damages > 0, let first = firstDamage else { return nil }
        let count = damages == 1 ? "One place" : "\(damages) places"
        return "\(count) could not be read, the first at byte \(first.offset) in \(first.element): "
            + "\(first.message). Everything else is kept. Export again with the phone unlocked "
            + "to get the rest; importing it will add what is missing."
    }

    /// Which routes are missing and what to do; `nil` when none is.
    public var routeWarning: String? {
        guard let first = firstUnreadRoute, let count = flaws[.unreadableRoute] else { return nil }
        let routes = count == 1 ? "One route of a workout" : "\(count) routes of workouts"
        return "\(routes) could not be read, the first \(first.path): \(first.message) "
            + "Everything else is kept. Give the zip that the Health app made, whole, to get how "
            + "far and how high they went."
    }
}

/// Apple's own sum of a day.
public struct ActivitySummary: Sendable, Equatable {
    /// The day.
    public var day: CalendarDay
    /// Active energy, kcal.
    public var activeEnergyKilocalories: Double
}
