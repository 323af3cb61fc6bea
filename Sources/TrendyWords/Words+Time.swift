extension Words {
    /// Days and spans of time.
    public enum Time {
        /// The day of now.
        public static let today = Phrase("time.today", "Today")
        /// The day before it.
        public static let yesterday = Phrase("time.yesterday", "Yesterday")
        /// The day after it.
        public static let tomorrow = Phrase("time.tomorrow", "Tomorrow")
        /// An event of a whole day.
        public static let allDay = Phrase("time.all_day", "All day")
        /// A moment less than a minute ago.
        public static let justNow = Phrase("time.just_now", "just now")
        /// A moment some minutes ago.
        public static let minutesAgo = Phrase("time.minutes_ago", "{count} min ago")
        /// A moment some hours ago.
        public static let hoursAgo = Phrase("time.hours_ago", "{count} h ago")
        /// A moment some days ago.
        public static let daysAgo = CountedPhrase(
            "time.days_ago",
            one: "{count} day ago",
            other: "{count} days ago"
        )
        /// From a time to another.
        public static let span = Phrase("time.span", "{start}–{end}")
        /// From a time on.
        public static let since = Phrase("time.since", "since {start}")
        /// A time of another day.
        public static let timeOfDay = Phrase("time.time_of_day", "{day}, {time}")
        /// A span of minutes.
        public static let minutes = Phrase("time.minutes", "{minutes} min")
        /// A span of whole hours.
        public static let hours = Phrase("time.hours", "{hours} h")
        /// A span of hours and minutes.
        public static let hoursAndMinutes = Phrase("time.hours_minutes", "{hours} h {minutes} min")
        /// A span of seconds.
        public static let seconds = Phrase("time.seconds", "{seconds} s")

        static let all =
            [
                today, yesterday, tomorrow, allDay, justNow, minutesAgo, hoursAgo, span, since,
                timeOfDay, minutes, hours, hoursAndMinutes, seconds,
            ] + daysAgo.phrases
    }
}
