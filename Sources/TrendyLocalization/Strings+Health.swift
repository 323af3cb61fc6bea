extension Strings {
    /// Texts of the health settings and of failures to read health data.
    public enum Health {
        /// A category that is not captured.
        public static let off = LocalizedText("health.off", "Off")
        /// A category without samples.
        public static let nothingYet = LocalizedText("health.nothing_yet", "Nothing yet")
        /// The time of the newest sample.
        public static let newest = LocalizedText("health.newest", "Newest sample {ago}")
        /// The time of the last change to an event.
        public static let changed = LocalizedText("health.changed", "Last changed {ago}")
        /// The app may read only newer samples.
        public static let limited = LocalizedText(
            "health.limited",
            "Apple Health shows only data newer than {time}. Older days are kept as they were "
                + "captured."
        )
        /// The rejected samples of a category.
        public static let rejected = LocalizedText("health.rejected", "Rejected as invalid: {list}")
        /// The progress of the first import.
        public static let importing = LocalizedText(
            "health.importing",
            "Importing: {done} of {total} days"
        )
        /// The event type that capture creates.
        public static let defaultType = LocalizedText("health.default_type", "{name} (default)")
        /// Capture has failed since a time; `{reason}` says why.
        public static let failed = LocalizedText(
            "health.failed",
            "Could not be read since {time}: {reason}"
        )
        /// The settings could not be read; `{reason}` says why.
        public static let unreadable = LocalizedText(
            "health.unreadable",
            "The settings may be out of date: {reason}"
        )
        /// A setting could not be stored; `{reason}` says why.
        public static let notSaved = LocalizedText(
            "health.not_saved",
            "This was not saved: {reason}"
        )
        /// Authorization could not be requested; `{reason}` says why.
        public static let requestFailed = LocalizedText(
            "health.request_failed",
            "Trendy could not ask for access: {reason}"
        )
        /// The phone is locked.
        public static let locked = LocalizedText(
            "health.locked",
            "The phone is locked. Trendy reads this data after it is unlocked."
        )
        /// Authorization was not requested.
        public static let notAsked = LocalizedText(
            "health.not_asked",
            "Trendy has not asked for access to Apple Health yet."
        )
        /// This device has no health data.
        public static let unavailable = LocalizedText(
            "health.unavailable",
            "Apple Health is not available on this device, or may not be used."
        )
        /// The person denied access.
        public static let denied = LocalizedText(
            "health.denied",
            "Trendy may not read Apple Health. Allow it in Settings, Health."
        )
        /// Read access was revoked.
        public static let readAccessRevoked = LocalizedText(
            "health.read_access_revoked",
            "Apple Health no longer returns this data. Trendy may have lost permission to read "
                + "it: check Settings, Health, Data Access & Devices. Captured events are kept."
        )
        /// HealthKit failed; `{reason}` is its message.
        public static let systemFailed = LocalizedText(
            "health.system_failed",
            "Apple Health could not be read: {reason}"
        )
        /// HealthKit failed without a message.
        public static let systemFailedUnknown = LocalizedText(
            "health.system_failed_unknown",
            "Apple Health could not be read. Trendy tries again later."
        )

        /// A manual entry is not valid.
        public static let impossibleMeasure = LocalizedText(
            "health.impossible_measure",
            "An amount must be greater than zero. A session must end after it begins, last at "
                + "most a day and not be in the future. Its activity must be one that Apple "
                + "Health knows."
        )

        /// The number of samples that were rejected for one reason.
        public static let rejectedCount = LocalizedText(
            "health.rejected_count",
            "{count} × {reason}"
        )
        /// The count of rejected samples reached its limit.
        public static let atLeast = LocalizedText("health.at_least", "at least {list}")

        /// A sample without a start or end date.
        public static let noDate = LocalizedText("health.rejection.no_date", "no start or end date")
        /// A sample that ends before it starts.
        public static let endBeforeStart = LocalizedText(
            "health.rejection.end_before_start",
            "end before start"
        )
        /// A sample outside the valid range of dates.
        public static let dateOutOfRange = LocalizedText(
            "health.rejection.date_out_of_range",
            "date outside 1970 to 2149"
        )
        /// A sample without a valid value.
        public static let noValue = LocalizedText(
            "health.rejection.no_value",
            "no value, or an unknown unit or label"
        )
        /// A sleep sample of zero length.
        public static let noLength = LocalizedText(
            "health.rejection.no_length",
            "sleep without length"
        )
        /// A workout route that is missing or unreadable.
        public static let unreadableRoute = LocalizedText(
            "health.rejection.unreadable_route",
            "route of a workout that is missing or cannot be read"
        )
        /// An impossible value.
        public static let impossibleValue = LocalizedText(
            "health.rejection.impossible_value",
            "negative, infinite or far too large value"
        )
        /// An impossible value of a workout.
        public static let impossibleWorkoutValue = LocalizedText(
            "health.rejection.impossible_workout_value",
            "impossible value of a workout"
        )

        static let all: [LocalizedText] =
            [
                rejectedCount, atLeast, noDate, endBeforeStart, dateOutOfRange, noValue, noLength,
                unreadableRoute, impossibleValue, impossibleWorkoutValue, impossibleMeasure, off,
                nothingYet, newest, changed, limited, rejected, importing, defaultType, failed,
                unreadable, notSaved, requestFailed, locked, notAsked, unavailable, denied,
                readAccessRevoked, systemFailed, systemFailedUnknown,
            ]
    }
}
