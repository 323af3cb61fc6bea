extension Words {
    /// The cards of today.
    public enum Summary {
        /// A card without any value.
        public static let nothingYet = Phrase("summary.nothing_yet", "Nothing recorded yet")
        /// When a value was last added to.
        public static let asOf = Phrase("summary.as_of", "as of {time}")
        /// The last value of another day.
        public static let last = Phrase("summary.last", "{value}, {time}")
        /// Capture of a card fails.
        public static let stale = Phrase(
            "summary.stale",
            "Could not be read since {time}: {reason}"
        )
        /// The database could not be read.
        public static let unreadable = Phrase(
            "summary.unreadable",
            "The cards may be out of date: {reason}"
        )
        /// The workouts of a day.
        public static let workouts = CountedPhrase(
            "summary.workouts",
            one: "{count} workout, {span}",
            other: "{count} workouts, {span}"
        )
        /// The resting heart rate.
        public static let resting = Phrase("summary.resting", "resting {value}")

        static let all: [Phrase] =
            [
                nothingYet, asOf, last, stale, unreadable, resting,
            ] + workouts.phrases
    }
}
