extension Strings {
    /// Texts of the timeline's filter.
    package enum Filter {
        /// No limit of the period.
        package static let always = LocalizedText("filter.always", "All time")
        /// The current day.
        package static let today = LocalizedText("filter.today", "Today")
        /// The last seven days.
        package static let week = LocalizedText("filter.week", "Last 7 days")
        /// The last thirty days.
        package static let month = LocalizedText("filter.month", "Last 30 days")
        /// The last year.
        package static let year = LocalizedText("filter.year", "Last 12 months")
        /// The choices could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "filter.unreadable",
            "The choices may be out of date: {reason}"
        )

        static let all = [always, today, week, month, year, unreadable]
    }
}
