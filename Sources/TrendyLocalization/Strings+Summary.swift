extension Strings {
    /// The cards of today.
    public enum Summary {
        /// A card without any value.
        public static let nothingYet = LocalizedText("summary.nothing_yet", "Nothing recorded yet")
        /// When a value was last added to.
        public static let asOf = LocalizedText("summary.as_of", "as of {time}")
        /// The last value of another day.
        public static let last = LocalizedText("summary.last", "{value}, {time}")
        /// Capture of a card fails.
        public static let stale = LocalizedText(
            "summary.stale",
            "Could not be read since {time}: {reason}"
        )
        /// The database could not be read.
        public static let unreadable = LocalizedText(
            "summary.unreadable",
            "The cards may be out of date: {reason}"
        )
        /// The workouts of a day.
        public static let workouts = LocalizedPlural(
            "summary.workouts",
            one: "{count} workout, {span}",
            other: "{count} workouts, {span}"
        )
        /// The resting heart rate.
        public static let resting = LocalizedText("summary.resting", "resting {value}")

        static let all: [LocalizedText] =
            [
                nothingYet, asOf, last, stale, unreadable, resting,
            ] + workouts.texts
    }
}
