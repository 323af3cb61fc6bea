extension Strings {
    /// Texts of the health settings and of failures to read health data.
    package enum Health {
        /// A category that is not captured.
        package static let off = LocalizedText("health.off", "Off")
        /// A category without samples.
        package static let nothingYet = LocalizedText("health.nothing_yet", "Nothing yet")
        /// The time of the newest sample.
        package static let newest = LocalizedText("health.newest", "Newest sample {ago}")
        /// The time of the last change to an event.
        package static let changed = LocalizedText("health.changed", "Last changed {ago}")
        /// The app may read only newer samples.
        package static let limited = LocalizedText(
            "health.limited",
            "Apple Health shows only data newer than {time}. Older days are kept as they were "
                + "captured."
        )
        /// The rejected samples of a category.
        package static let rejected = LocalizedText(
            "health.rejected",
            "Rejected as invalid: {list}"
        )
        /// The progress of the first import.
        package static let importing = LocalizedText(
            "health.importing",
            "Importing: {done} of {total} days"
        )
        /// The event type that capture creates.
        package static let defaultType = LocalizedText("health.default_type", "{name} (default)")
        /// Capture has failed since a time; `{reason}` says why.
        package static let failed = LocalizedText(
            "health.failed",
            "Could not be read since {time}: {reason}"
        )
        /// The settings could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "health.unreadable",
            "The settings may be out of date: {reason}"
        )
        /// A setting could not be stored; `{reason}` says why.
        package static let notSaved = LocalizedText(
            "health.not_saved",
            "This was not saved: {reason}"
        )
        /// Authorization could not be requested; `{reason}` says why.
        package static let requestFailed = LocalizedText(
            "health.request_failed",
            "Trendy could not ask for access: {reason}"
        )
        /// The phone is locked.
        package static let locked = LocalizedText(
            "health.locked",
            "The phone is locked. Trendy reads this data after it is unlocked."
        )
        /// Authorization was not requested.
        package static let notAsked = LocalizedText(
            "health.not_asked",
            "Trendy has not asked for access to Apple Health yet."
        )
        /// This device has no health data.
        package static let unavailable = LocalizedText(
            "health.unavailable",
            "Apple Health is not available on this device, or may not be used."
        )
        /// The person denied access.
        package static let denied = LocalizedText(
            "health.denied",
            "Trendy may not read Apple Health. Allow it in Settings, Health."
        )
        /// Read access was revoked.
        package static let readAccessRevoked = LocalizedText(
            "health.read_access_revoked",
            "Apple Health no longer returns this data. Trendy may have lost permission to read "
                + "it: check Settings, Health, Data Access & Devices. Captured events are kept."
        )
        /// HealthKit failed; `{reason}` is its message.
        package static let systemFailed = LocalizedText(
            "health.system_failed",
            "Apple Health could not be read: {reason}"
        )
        /// HealthKit failed without a message.
        package static let systemFailedUnknown = LocalizedText(
            "health.system_failed_unknown",
            "Apple Health could not be read. Trendy tries again later."
        )

        /// A manual entry is not valid.
        package static let impossibleMeasure = LocalizedText(
            "health.impossible_measure",
            "An amount must be greater than zero. A session must end after it begins, last at "
                + "most a day and not be in the future. Its activity must be one that Apple "
                + "Health knows."
        )

        /// The number of samples that were rejected for one reason.
        package static let rejectedCount = LocalizedText(
            "health.rejected_count",
            "{count} × {reason}"
        )
        /// The count of rejected samples reached its limit.
        package static let atLeast = LocalizedText("health.at_least", "at least {list}")

        /// A sample without a start or end date.
        package static let noDate = LocalizedText(
            "health.rejection.no_date",
            "no start or end date"
        )
        /// A sample that ends before it starts.
        package static let endBeforeStart = LocalizedText(
            "health.rejection.end_before_start",
            "end before start"
        )
        /// A sample outside the valid range of dates.
        package static let dateOutOfRange = LocalizedText(
            "health.rejection.date_out_of_range",
            "date outside 1970 to 2149"
        )
        /// A sample without a valid value.
        package static let noValue = LocalizedText(
            "health.rejection.no_value",
            "no value, or an unknown unit or label"
        )
        /// A sleep sample of zero length.
        package static let noLength = LocalizedText(
            "health.rejection.no_length",
            "sleep without length"
        )
        /// A workout route that is missing or unreadable.
        package static let unreadableRoute = LocalizedText(
            "health.rejection.unreadable_route",
            "route of a workout that is missing or cannot be read"
        )
        /// A file of an electrocardiogram that cannot be read.
        package static let unreadableElectrocardiogram = LocalizedText(
            "health.rejection.unreadable_electrocardiogram",
            "electrocardiogram file that cannot be read"
        )
        /// An impossible value.
        package static let impossibleValue = LocalizedText(
            "health.rejection.impossible_value",
            "negative, infinite or far too large value"
        )
        /// A kind with implausibly many samples in one day.
        package static let tooMany = LocalizedText(
            "health.rejection.too_many",
            "more samples in one day than plausible; the kind is left out"
        )
        /// An impossible value of a workout.
        package static let impossibleWorkoutValue = LocalizedText(
            "health.rejection.impossible_workout_value",
            "impossible value of a workout"
        )

        static let all: [LocalizedText] =
            [
                rejectedCount, atLeast, noDate, endBeforeStart, dateOutOfRange, noValue, noLength,
                unreadableRoute, unreadableElectrocardiogram, impossibleValue, tooMany,
                impossibleWorkoutValue, impossibleMeasure, off,
                nothingYet, newest, changed, limited, rejected, importing, defaultType, failed,
                unreadable, notSaved, requestFailed, locked, notAsked, unavailable, denied,
                readAccessRevoked, systemFailed, systemFailedUnknown,
            ]
    }
}
