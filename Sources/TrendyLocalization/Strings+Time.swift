extension Strings {
    /// Days and spans of time.
    public enum Time {
        /// The day of now.
        public static let today = LocalizedText("time.today", "Today")
        /// The day before it.
        public static let yesterday = LocalizedText("time.yesterday", "Yesterday")
        /// The day after it.
        public static let tomorrow = LocalizedText("time.tomorrow", "Tomorrow")
        /// An event of a whole day.
        public static let allDay = LocalizedText("time.all_day", "All day")
        /// A moment less than a minute ago.
        public static let justNow = LocalizedText("time.just_now", "just now")
        /// A moment some minutes ago.
        public static let minutesAgo = LocalizedText("time.minutes_ago", "{count} min ago")
        /// A moment some hours ago.
        public static let hoursAgo = LocalizedText("time.hours_ago", "{count} h ago")
        /// A moment some days ago.
        public static let daysAgo = LocalizedPlural(
            "time.days_ago",
            one: "{count} day ago",
            other: "{count} days ago"
        )
        /// From a time to another.
        public static let span = LocalizedText("time.span", "{start}–{end}")
        /// From a time on.
        public static let since = LocalizedText("time.since", "since {start}")
        /// A time of another day.
        public static let timeOfDay = LocalizedText("time.time_of_day", "{day}, {time}")
        /// A span of minutes.
        public static let minutes = LocalizedText("time.minutes", "{minutes} min")
        /// A span of whole hours.
        public static let hours = LocalizedText("time.hours", "{hours} h")
        /// A span of hours and minutes.
        public static let hoursAndMinutes = LocalizedText(
            "time.hours_minutes",
            "{hours} h {minutes} min"
        )
        /// A span of seconds.
        public static let seconds = LocalizedText("time.seconds", "{seconds} s")

        /// A duration of two days to two months.
        public static let days = LocalizedPlural(
            "time.days",
            one: "{count} day",
            other: "{count} days"
        )
        /// A duration of two months to two years.
        public static let months = LocalizedPlural(
            "time.months",
            one: "{count} month",
            other: "{count} months"
        )
        /// A duration of two years and more.
        public static let years = LocalizedPlural(
            "time.years",
            one: "{count} year",
            other: "{count} years"
        )
        /// A moment that lies a duration in the past, such as `5 years ago`.
        public static let ago = LocalizedText("time.ago", "{span} ago")

        /// A duration in the largest unit that keeps it readable, rounded down: `45 s`,
        /// `2 h 5 min`, `3 days`, `4 months`, `5 years`.
        ///
        /// Hours and minutes below 2 days, days up to 60, months up to 2 years. A negative duration
        /// counts as zero. A month is a twelfth of a year of 365.25 days.
        public static func duration(_ duration: Duration) -> String {
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
                today, yesterday, tomorrow, allDay, justNow, minutesAgo, hoursAgo, span, since,
                timeOfDay, minutes, hours, hoursAndMinutes, seconds, ago,
            ] + daysAgo.texts + days.texts + months.texts + years.texts
    }
}
