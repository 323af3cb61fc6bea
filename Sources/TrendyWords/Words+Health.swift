extension Words {
    /// The capture of health data.
    public enum Health {
        /// A category that is not captured.
        public static let off = Phrase("health.off", "Off")
        /// A category without a sample.
        public static let nothingYet = Phrase("health.nothing_yet", "Nothing yet")
        /// When the newest sample was taken.
        public static let newest = Phrase("health.newest", "Newest sample {ago}")
        /// When an event last changed.
        public static let changed = Phrase("health.changed", "Last changed {ago}")
        /// Only the newer samples may be read.
        public static let limited = Phrase(
            "health.limited",
            "Apple Health shows only what is newer than {time}. Older days stay as they were "
                + "captured."
        )
        /// Samples that cannot be true.
        public static let keptOut = Phrase(
            "health.kept_out",
            "Kept out, since it cannot be true: {flaws}"
        )
        /// The first import goes on.
        public static let importing = Phrase(
            "health.importing",
            "Importing: {done} of {total} days"
        )
        /// The type that capture makes.
        public static let ownType = Phrase("health.own_type", "{name} (its own)")
        /// Capture fails.
        public static let failed = Phrase(
            "health.failed",
            "Could not be read since {time}: {reason}"
        )
        /// The database could not be read.
        public static let unreadable = Phrase(
            "health.unreadable",
            "The settings may be out of date: {reason}"
        )
        /// A setting could not be stored.
        public static let notKept = Phrase("health.not_kept", "That was not kept: {reason}")
        /// The person could not be asked.
        public static let notAskedNow = Phrase(
            "health.not_asked_now",
            "You could not be asked: {reason}"
        )
        /// Nothing can be read yet.
        public static let locked = Phrase(
            "health.locked",
            "The phone is locked; this is read once it is unlocked."
        )
        /// The person was not asked.
        public static let notAsked = Phrase(
            "health.not_asked",
            "Trendy has not asked yet whether it may read Apple Health."
        )
        /// There is no health data.
        public static let missing = Phrase(
            "health.missing",
            "This device has no Apple Health, or it may not be used."
        )
        /// The person said no.
        public static let denied = Phrase(
            "health.denied",
            "Apple Health may not be read. Allow it in Settings, Health."
        )
        /// Apple Health hands out nothing any more.
        public static let withheld = Phrase(
            "health.withheld",
            "Apple Health shows nothing of this any more; perhaps Trendy may not read it. "
                + "Look in Settings, Health, Data Access & Devices. What was captured is kept."
        )
        /// Apple Health fails, and says why.
        public static let systemFailed = Phrase(
            "health.system_failed",
            "Apple Health could not be read: {reason}"
        )
        /// Apple Health fails with a number.
        public static let systemFailedNumber = Phrase(
            "health.system_failed_number",
            "Apple Health could not be read ({number})."
        )

        /// Somebody tells of a measure that cannot have been.
        public static let impossibleMeasure = Phrase(
            "health.impossible_measure",
            "An amount must be more than nothing. A session must end after it begins, last a day "
                + "at most, and not lie in the future; its activity must be one that Apple Health "
                + "knows."
        )

        /// Samples that are kept out, so many and why.
        public static let flawed = Phrase("health.flawed", "{count} × {flaw}")
        /// As many as are counted were kept out, and perhaps more.
        public static let atLeast = Phrase("health.at_least", "at least {flaws}")

        /// A sample without times.
        public static let noDate = Phrase("health.flaw.no_date", "no start or end date")
        /// A sample that ends before it begins.
        public static let endBeforeStart = Phrase(
            "health.flaw.end_before_start",
            "end before start"
        )
        /// A sample of another age.
        public static let dateOutOfRange = Phrase(
            "health.flaw.date_out_of_range",
            "date outside 1970 to 2149"
        )
        /// A sample that says nothing that is understood.
        public static let noValue = Phrase(
            "health.flaw.no_value",
            "no value, or an unknown unit or label"
        )
        /// Sleep that took no time.
        public static let noLength = Phrase("health.flaw.no_length", "sleep without length")
        /// A workout's route that is not there.
        public static let unreadableRoute = Phrase(
            "health.flaw.unreadable_route",
            "route of a workout that is missing or cannot be read"
        )
        /// A value that nobody can have measured.
        public static let impossibleValue = Phrase(
            "health.flaw.impossible_value",
            "negative, infinite or far too large value"
        )
        /// Such a value of a workout.
        public static let impossibleWorkoutValue = Phrase(
            "health.flaw.impossible_workout_value",
            "impossible value of a workout"
        )

        static let all: [Phrase] =
            [
                flawed, atLeast, noDate, endBeforeStart, dateOutOfRange, noValue, noLength,
                unreadableRoute, impossibleValue, impossibleWorkoutValue,
                impossibleMeasure, off, nothingYet, newest, changed, limited, keptOut, importing,
                ownType, failed, unreadable, notKept, notAskedNow,
                locked, notAsked, missing, denied, withheld, systemFailed,
                systemFailedNumber,
            ]
    }
}
