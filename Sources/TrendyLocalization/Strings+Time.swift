extension Strings {
    /// Texts for days, times and durations.
    package enum Time {
        /// The current day.
        package static let today = LocalizedText("time.today", "Today")
        /// The previous day.
        package static let yesterday = LocalizedText("time.yesterday", "Yesterday")
        /// The next day.
        package static let tomorrow = LocalizedText("time.tomorrow", "Tomorrow")
        /// An all-day event.
        package static let allDay = LocalizedText("time.all_day", "All day")
        /// Less than a minute ago.
        package static let justNow = LocalizedText("time.just_now", "just now")
        /// Some minutes ago.
        package static let minutesAgo = LocalizedText("time.minutes_ago", "{count} min ago")
        /// Some hours ago.
        package static let hoursAgo = LocalizedText("time.hours_ago", "{count} h ago")
        /// Some days ago.
        package static let daysAgo = LocalizedPlural(
            "time.days_ago",
            one: "{count} day ago",
            other: "{count} days ago"
        )
        /// An all-day event over several days.
        package static let allDayUntil = LocalizedText(
            "time.all_day_until",
            "All day, until {day}"
        )
        /// A start and an end.
        package static let span = LocalizedText("time.span", "{start}–{end}")
        /// A start without an end.
        package static let since = LocalizedText("time.since", "since {start}")
        /// A day and a time.
        package static let timeOfDay = LocalizedText("time.time_of_day", "{day}, {time}")
        /// A duration in minutes.
        package static let minutes = LocalizedText("time.minutes", "{minutes} min")
        /// A duration in whole hours.
        package static let hours = LocalizedText("time.hours", "{hours} h")
        /// A duration in hours and minutes.
        package static let hoursAndMinutes = LocalizedText(
            "time.hours_minutes",
            "{hours} h {minutes} min"
        )
        /// A duration in seconds.
        package static let seconds = LocalizedText("time.seconds", "{seconds} s")

        /// A duration of two days to two months.
        package static let days = LocalizedPlural(
            "time.days",
            one: "{count} day",
            other: "{count} days"
        )
        /// A duration of two months to two years.
        package static let months = LocalizedPlural(
            "time.months",
            one: "{count} month",
            other: "{count} months"
        )
        /// A duration of two years and more.
        package static let years = LocalizedPlural(
            "time.years",
            one: "{count} year",
            other: "{count} years"
        )
        /// A moment that lies a duration in the past, such as `5 years ago`.
        package static let ago = LocalizedText("time.ago", "{span} ago")

        /// A duration in the largest unit that keeps it readable, rounded down: `45 s`,
        /// `2 h 5 min`, `3 days`, `4 months`, `5 years`.
        ///
        /// Hours and minutes below 2 days, days up to 60, months up to 2 years. A negative duration
        /// counts as zero. A month is a twelfth of a year of 365.25 days.
        package static func duration(_ duration: Duration) -> String {
            let seconds = max(0, duration.components.seconds)
            let (minutes, days) = (seconds / 60, seconds / 86_400)
            switch (minutes / 60, minutes % 60) {
            case (0, 0): return self.seconds(["seconds": String(seconds)])
            case (0, let minutes): return self.minutes(["minutes": String(minutes)])
            case (let hours, 0) where hours < 48: return self.hours(["hours": String(hours)])
            case (let hours, let minutes) where hours < 48:
                return hoursAndMinutes(["hours": String(hours), "minutes": String(minutes)])
            default: break
            }
            switch days {
            case ...60: return self.days(Int(days))
            case ...730: return months(Int(Double(days) / 365.25 * 12))
            default: return years(Int(Double(days) / 365.25))
            }
        }

        static let all =
            [
                today, yesterday, tomorrow, allDay, allDayUntil, justNow, minutesAgo, hoursAgo,
                span, since,
                timeOfDay, minutes, hours, hoursAndMinutes, seconds, ago,
            ] + daysAgo.texts + days.texts + months.texts + years.texts
    }
}
