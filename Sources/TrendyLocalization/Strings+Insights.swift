extension Strings {
    /// Texts of the comparison with earlier weeks, the year's calendar, months and rhythm.
    package enum Insights {
        /// Today's total is above the usual range.
        package static let moreThanUsual = LocalizedText(
            "insights.more_than_usual",
            "More than on a usual {weekday}: {value} by {time}, usually {low}–{high}."
        )
        /// Today's total is below the usual range.
        package static let lessThanUsual = LocalizedText(
            "insights.less_than_usual",
            "Less than on a usual {weekday}: {value} by {time}, usually {low}–{high}."
        )
        /// Today's total is within the usual range.
        package static let asUsual = LocalizedText(
            "insights.as_usual",
            "As on a usual {weekday}: {value} by {time}, usually {low}–{high}."
        )
        /// There is no data of today.
        package static let nothingToday = LocalizedText(
            "insights.nothing_today",
            "Nothing is known about today yet. On a usual {weekday} it is {low}–{high} by {time}."
        )
        /// There are too few earlier days.
        package static let tooFewDays = LocalizedPlural(
            "insights.too_few_days",
            one: "A usual {weekday} is shown after {needed} of them with data; "
                + "there is {count} so far.",
            other: "A usual {weekday} is shown after {needed} of them with data; "
                + "there are {count} so far."
        )
        /// Nothing to show.
        package static let nothing = LocalizedText(
            "insights.nothing",
            "Nothing recorded yet. Your year appears here once there are entries or health data."
        )
        /// The insights could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "insights.unreadable",
            "This may be out of date: {reason}"
        )
        /// A day with a value.
        package static let day = LocalizedText("insights.day", "{day}: {value}")
        /// A day without data.
        package static let noData = LocalizedText("insights.no_data", "no data")
        /// The number of events of a day or month.
        package static let entries = LocalizedPlural(
            "insights.entries",
            one: "{count} entry",
            other: "{count} entries"
        )
        /// The number of a year's days with data.
        package static let daysWithData = LocalizedPlural(
            "insights.days_with_data",
            one: "{count} day with data",
            other: "{count} days with data"
        )
        /// The average of a month's days with data.
        package static let average = LocalizedText("insights.average", "{value} a day")
        /// The latest months are higher than those before.
        package static let rising = LocalizedText(
            "insights.rising",
            "Rising: {percent} % more in the last three months than in the three before."
        )
        /// The latest months are lower than those before.
        package static let falling = LocalizedText(
            "insights.falling",
            "Falling: {percent} % less in the last three months than in the three before."
        )
        /// The latest months are like those before.
        package static let steady = LocalizedText(
            "insights.steady",
            "Steady: the last three months are like the three before."
        )
        /// There are too few months for a trend.
        package static let noTrend = LocalizedText(
            "insights.no_trend",
            "Not enough months with data to see a trend."
        )

        static let all: [LocalizedText] =
            [
                moreThanUsual, lessThanUsual, asUsual, nothingToday, nothing, unreadable, day,
                noData, average, rising, falling, steady, noTrend,
            ] + tooFewDays.texts + entries.texts + daysWithData.texts
    }
}
