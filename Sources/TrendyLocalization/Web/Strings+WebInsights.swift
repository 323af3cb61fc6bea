extension Strings {
    /// Texts of the web pages: insights.
    package enum WebInsights {
        package static let chooseSubject = LocalizedText(
            "web_insights.choose_subject",
            "Metric or type"
        )
        package static let year = LocalizedText("web_insights.year", "Year")
        package static let show = LocalizedText("web_insights.show", "Show")
        package static let subjectInYear = LocalizedText(
            "web_insights.subject_in_year",
            "{subject} in {year}"
        )
        package static let previousYear = LocalizedText(
            "web_insights.previous_year",
            "Previous year ({year})"
        )
        package static let nextYear = LocalizedText("web_insights.next_year", "Next year ({year})")
        package static let badSubject = LocalizedText(
            "web_insights.bad_subject",
            "There is no such metric or type any more; another one is shown."
        )
        package static let badYear = LocalizedText(
            "web_insights.bad_year",
            "Enter a year from {first} to {last}; {year} is shown."
        )
        package static let calendarPart = LocalizedText(
            "web_insights.calendar_part",
            "{subject}, {first} to {last} {year}. Each day opens it in the timeline."
        )
        package static let month = LocalizedText("web_insights.month", "Month")
        package static let weekday = LocalizedText("web_insights.weekday", "Weekday")
        package static let less = LocalizedText("web_insights.less", "Less")
        package static let more = LocalizedText("web_insights.more", "More")
        package static let legend = LocalizedText(
            "web_insights.legend",
            "Legend: no data is hatched; the colours are fifths of the days with data, from "
                + "the lowest to the highest values."
        )
        package static let months = LocalizedText("web_insights.months", "Months")
        package static let monthsBeside = LocalizedText(
            "web_insights.months_beside",
            "Months of {year} and {before}"
        )
        package static let wholeYear = LocalizedText("web_insights.whole_year", "the whole year")
        package static let partOfYear = LocalizedText(
            "web_insights.part_of_year",
            "the same part of the year"
        )
        package static let moreThanBefore = LocalizedText(
            "web_insights.more_than_before",
            "{year} is {percent} % above {before}: {now}, against {earlier} in {part} "
                + "before (days with data: {days} and {daysBefore})."
        )
        package static let lessThanBefore = LocalizedText(
            "web_insights.less_than_before",
            "{year} is {percent} % below {before}: {now}, against {earlier} in {part} "
                + "before (days with data: {days} and {daysBefore})."
        )
        package static let sameAsBefore = LocalizedText(
            "web_insights.same_as_before",
            "{year} is like {before}: {now}, against {earlier} in {part} before (days with "
                + "data: {days} and {daysBefore})."
        )
        package static let noYearToDate = LocalizedText(
            "web_insights.no_year_to_date",
            "{year} and {before} are compared once each has {needed} days with data."
        )
        package static let weekdays = LocalizedText("web_insights.weekdays", "Weekdays")
        package static let averageDay = LocalizedText(
            "web_insights.average_day",
            "Average of the days with data."
        )
        package static let entriesOfWeekday = LocalizedText(
            "web_insights.entries_of_weekday",
            "Number of entries on each weekday."
        )
        package static let value = LocalizedText("web_insights.value", "Value")
        package static let daysWithData = LocalizedText(
            "web_insights.days_with_data",
            "Days with data"
        )
        package static let hours = LocalizedText("web_insights.hours", "Times of day")
        package static let hour = LocalizedText("web_insights.hour", "Hour")
        package static let noHours = LocalizedText(
            "web_insights.no_hours",
            "Only values of whole days are known, so there is nothing to show by hour."
        )
        package static let hoursOfDays = LocalizedPlural(
            "web_insights.hours_of_days",
            one: "Average of each hour over {count} day with data.",
            other: "Average of each hour over {count} days with data."
        )
        package static let hoursOfEntries = LocalizedPlural(
            "web_insights.hours_of_entries",
            one: "{count} entry, by the hour in which it began.",
            other: "{count} entries, by the hour in which they began."
        )

        static let all = ofYear + ofDays

        /// The texts of the year, its calendar, months, weekdays and hours.
        private static let ofYear: [LocalizedText] =
            [
                chooseSubject, year, show, subjectInYear, previousYear, nextYear,
                badSubject, badYear, calendarPart, month, weekday, less,
                more, legend, months, monthsBeside, wholeYear, partOfYear,
                moreThanBefore, lessThanBefore, sameAsBefore, noYearToDate,
                weekdays, averageDay, entriesOfWeekday, value, daysWithData, hours,
                hour, noHours,
            ]
            + hoursOfDays.texts + hoursOfEntries.texts
    }
}
