extension Strings {
    /// Texts for days, times and durations.
    public enum Time {
        /// The current day.
        public static let today = LocalizedText("time.today", "Today")
        /// The previous day.
        public static let yesterday = LocalizedText("time.yesterday", "Yesterday")
        /// The next day.
        public static let tomorrow = LocalizedText("time.tomorrow", "Tomorrow")
        /// An all-day event.
        public static let allDay = LocalizedText("time.all_day", "All day")
        /// Less than a minute ago.
        public static let justNow = LocalizedText("time.just_now", "just now")
        /// Some minutes ago.
        public static let minutesAgo = LocalizedText("time.minutes_ago", "{count} min ago")
        /// Some hours ago.
        public static let hoursAgo = LocalizedText("time.hours_ago", "{count} h ago")
        /// Some days ago.
        public static let daysAgo = LocalizedPlural(
            "time.days_ago",
            one: "{count} day ago",
            other: "{count} days ago"
        )
        /// A start and an end.
        public static let span = LocalizedText("time.span", "{start}–{end}")
        /// A start without an end.
        public static let since = LocalizedText("time.since", "since {start}")
        /// A day and a time.
        public static let timeOfDay = LocalizedText("time.time_of_day", "{day}, {time}")
        /// A duration in minutes.
        public static let minutes = LocalizedText("time.minutes", "{minutes} min")
        /// A duration in whole hours.
        public static let hours = LocalizedText("time.hours", "{hours} h")
        /// A duration in hours and minutes.
        public static let hoursAndMinutes = LocalizedText(
            "time.hours_minutes",
            "{hours} h {minutes} min"
        )
        /// A duration in seconds.
        public static let seconds = LocalizedText("time.seconds", "{seconds} s")

        static let all =
            [
                today, yesterday, tomorrow, allDay, justNow, minutesAgo, hoursAgo, span, since,
                timeOfDay, minutes, hours, hoursAndMinutes, seconds,
            ] + daysAgo.texts
    }
}
