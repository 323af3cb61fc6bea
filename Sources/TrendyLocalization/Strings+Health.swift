extension Strings {
    /// The capture of health data.
    public enum Health {
        /// A category that is not captured.
        public static let off = LocalizedText("health.off", "Off")
        /// A category without a sample.
        public static let nothingYet = LocalizedText("health.nothing_yet", "Nothing yet")
        /// When the newest sample was taken.
        public static let newest = LocalizedText("health.newest", "Newest sample {ago}")
        /// When an event last changed.
        public static let changed = LocalizedText("health.changed", "Last changed {ago}")
        /// Only the newer samples may be read.
        public static let limited = LocalizedText(
            "health.limited",
            "Apple Health shows only what is newer than {time}. Older days stay as they were "
                + "captured."
        )
        /// Samples that cannot be true.
        public static let notRead = LocalizedText(
            "health.kept_out",
            "Kept out, since it cannot be true: {flaws}"
        )
        /// The first import goes on.
        public static let importing = LocalizedText(
            "health.importing",
            "Importing: {done} of {total} days"
        )
        /// The type that capture makes.
        public static let ownType = LocalizedText("health.own_type", "{name} (its own)")
        /// Capture fails.
        public static let failed = LocalizedText(
            "health.failed",
            "Could not be read since {time}: {reason}"
        )
        /// The database could not be read.
        public static let unreadable = LocalizedText(
            "health.unreadable",
            "The settings may be out of date: {reason}"
        )
        /// A setting could not be stored.
        public static let notKept = LocalizedText("health.not_kept", "That was not kept: {reason}")
        /// The person could not be asked.
        public static let notAskedNow = LocalizedText(
            "health.not_asked_now",
            "You could not be asked: {reason}"
        )
        /// Nothing can be read yet.
        public static let locked = LocalizedText(
            "health.locked",
            "The phone is locked; this is read once it is unlocked."
        )
        /// The person was not asked.
        public static let notAsked = LocalizedText(
            "health.not_asked",
            "Trendy has not asked yet whether it may read Apple Health."
        )
        /// There is no health data.
        public static let missing = LocalizedText(
            "health.missing",
            "This device has no Apple Health, or it may not be used."
        )
        /// The person said no.
        public static let denied = LocalizedText(
            "health.denied",
            "Apple Health may not be read. Allow it in Settings, Health."
        )
        /// Apple Health hands out nothing any more.
        public static let readAccessRevoked = LocalizedText(
            "health.withheld",
            "Apple Health shows nothing of this any more; perhaps Trendy may not read it. "
                + "Look in Settings, Health, Data Access & Devices. What was captured is kept."
        )
        /// Apple Health fails, and says why.
        public static let systemFailed = LocalizedText(
            "health.system_failed",
            "Apple Health could not be read: {reason}"
        )
        /// Apple Health fails with a number.
        public static let systemFailedNumber = LocalizedText(
            "health.system_failed_number",
            "Apple Health could not be read ({number})."
        )

        /// Somebody tells of a measure that cannot have been.
        public static let impossibleMeasure = LocalizedText(
            "health.impossible_measure",
            "An amount must be more than nothing. A session must end after it begins, last a day "
                + "at most, and not lie in the future; its activity must be one that Apple Health "
                + "knows."
        )

        /// Samples that are kept out, so many and why.
        public static let flawed = LocalizedText("health.flawed", "{count} × {flaw}")
        /// As many as are counted were kept out, and perhaps more.
        public static let atLeast = LocalizedText("health.at_least", "at least {flaws}")

        /// A sample without times.
        public static let noDate = LocalizedText("health.flaw.no_date", "no start or end date")
        /// A sample that ends before it begins.
        public static let endBeforeStart = LocalizedText(
            "health.flaw.end_before_start",
            "end before start"
        )
        /// A sample of another age.
        public static let dateOutOfRange = LocalizedText(
            "health.flaw.date_out_of_range",
            "date outside 1970 to 2149"
        )
        /// A sample that says nothing that is understood.
        public static let noValue = LocalizedText(
            "health.flaw.no_value",
            "no value, or an unknown unit or label"
        )
        /// Sleep that took no time.
        public static let noLength = LocalizedText("health.flaw.no_length", "sleep without length")
        /// A workout's route that is not there.
        public static let unreadableRoute = LocalizedText(
            "health.flaw.unreadable_route",
            "route of a workout that is missing or cannot be read"
        )
        /// A value that nobody can have measured.
        public static let impossibleValue = LocalizedText(
            "health.flaw.impossible_value",
            "negative, infinite or far too large value"
        )
        /// Such a value of a workout.
        public static let impossibleWorkoutValue = LocalizedText(
            "health.flaw.impossible_workout_value",
            "impossible value of a workout"
        )

        static let all: [LocalizedText] =
            [
                flawed, atLeast, noDate, endBeforeStart, dateOutOfRange, noValue, noLength,
                unreadableRoute, impossibleValue, impossibleWorkoutValue,
                impossibleMeasure, off, nothingYet, newest, changed, limited, notRead, importing,
                ownType, failed, unreadable, notKept, notAskedNow,
                locked, notAsked, missing, denied, readAccessRevoked, systemFailed,
                systemFailedNumber,
            ]
    }
}
