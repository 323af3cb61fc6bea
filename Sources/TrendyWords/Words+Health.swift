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

        static let all: [Phrase] =
            [
                off, nothingYet, newest, changed, importing, ownType, failed, unreadable, notKept,
            ]
    }
}
