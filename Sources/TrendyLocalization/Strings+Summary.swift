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

        /// When Health last reported data of a category.
        package static let reported = LocalizedText(
            "summary.reported",
            "Health last reported {ago}"
        )
        /// Health has reported nothing of a category.
        package static let neverReported = LocalizedText(
            "summary.never_reported",
            "Health has not reported anything yet"
        )
        /// The usual delay of a category that is delivered at once.
        package static let withinMinutes = LocalizedText(
            "summary.within_minutes",
            "New data usually arrives within minutes."
        )
        /// The usual delay of a category that is delivered once an hour.
        package static let withinAnHour = LocalizedText(
            "summary.within_an_hour",
            "New data usually arrives within an hour."
        )
        /// The sleep stage "deep".
        package static let deep = LocalizedText("summary.deep", "Deep")
        /// The sleep stage "core", also called light.
        package static let core = LocalizedText("summary.core", "Core")
        /// The sleep stage "REM".
        package static let rem = LocalizedText("summary.rem", "REM")
        /// Sleep whose stage is unknown.
        package static let asleep = LocalizedText("summary.asleep", "Asleep")
        /// Awake between sleep.
        package static let awake = LocalizedText("summary.awake", "Awake")
        /// The part of the time in bed that the person slept.
        package static let efficiency = LocalizedText(
            "summary.efficiency",
            "Asleep {percent} % of the time in bed"
        )

        static let all: [LocalizedText] =
            [
                nothingYet, asOf, last, stale, unreadable, resting, reported, neverReported,
                withinMinutes, withinAnHour, deep, core, rem, asleep, awake, efficiency,
            ] + workouts.texts
    }
}
