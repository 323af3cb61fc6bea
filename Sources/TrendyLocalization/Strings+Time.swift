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

        static let all =
            [
                today, yesterday, tomorrow, allDay, justNow, minutesAgo, hoursAgo, span, since,
                timeOfDay, minutes, hours, hoursAndMinutes, seconds,
            ] + daysAgo.texts
    }
}
