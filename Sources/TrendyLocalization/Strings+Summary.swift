extension Strings {
    /// Texts of the summary cards.
    package enum Summary {
        /// A card without a value.
        package static let nothingYet = LocalizedText("summary.nothing_yet", "Nothing recorded yet")
        /// The time of the last change to a value.
        package static let asOf = LocalizedText("summary.as_of", "as of {time}")
        /// The last value, from another day.
        package static let last = LocalizedText("summary.last", "{value}, {time}")
        /// Capture has failed since a time; `{reason}` says why.
        package static let stale = LocalizedText(
            "summary.stale",
            "Could not be read since {time}: {reason}"
        )
        /// The cards could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "summary.unreadable",
            "The cards may be out of date: {reason}"
        )
        /// The workouts of a day.
        package static let workouts = LocalizedPlural(
            "summary.workouts",
            one: "{count} workout, {span}",
            other: "{count} workouts, {span}"
        )
        /// The resting heart rate.
        package static let resting = LocalizedText("summary.resting", "resting {value}")

        static let all: [LocalizedText] =
            [
                nothingYet, asOf, last, stale, unreadable, resting,
            ] + workouts.texts
    }
}
