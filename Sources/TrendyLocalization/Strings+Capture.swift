extension Strings {
    /// How the capture of health data is doing.
    public enum Capture {
        /// Health data is not to be had.
        public static let unavailable = LocalizedText(
            "capture.unavailable",
            "There is no Apple Health on this device."
        )
        /// The person was not asked.
        public static let notAsked = LocalizedText(
            "capture.not_asked",
            "Trendy has not asked for all of this yet."
        )
        /// The person was asked.
        public static let asked = LocalizedText(
            "capture.asked",
            "You were asked. Apple does not tell whether you allowed it: what you denied "
                + "looks as if there was nothing. See Settings, Health, Data Access & Devices."
        )
        /// Nobody knows.
        public static let unknown = LocalizedText(
            "capture.unknown",
            "It could not be found out whether you were asked."
        )
        /// A category cannot be read.
        public static let unreadable = LocalizedText(
            "capture.unreadable",
            "{name} cannot be read: {reason}"
        )
        /// What helps then.
        public static let unlock = LocalizedText(
            "capture.unlock",
            "Open the app with the phone unlocked. If it goes on, allow Trendy to read it "
                + "in Settings, Health, Data Access & Devices."
        )
        /// A category for which the app is not woken.
        public static let notWoken = LocalizedText(
            "capture.not_woken",
            "{name} is read only while the app is open: {reason}"
        )
        /// A category that should have something new.
        public static let overdue = LocalizedText(
            "capture.overdue",
            "{name}: no new data for {span}."
        )
        /// What helps then.
        public static let openToRead = LocalizedText(
            "capture.open_to_read",
            "Open the app: it reads the new data and registers again for background delivery. If "
                + "none arrives, check in the Health app whether newer data exists."
        )

        static let all: [LocalizedText] =
            [
                unavailable, notAsked, asked, unknown, unreadable, unlock, notWoken, overdue,
                openToRead,
            ]
    }
}
