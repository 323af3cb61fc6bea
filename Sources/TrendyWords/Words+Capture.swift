extension Words {
    /// How the capture of health data is doing.
    public enum Capture {
        /// Health data is not to be had.
        public static let unavailable = Phrase(
            "capture.unavailable",
            "There is no Apple Health on this device."
        )
        /// The person was not asked.
        public static let notAsked = Phrase(
            "capture.not_asked",
            "Trendy has not asked for all of this yet."
        )
        /// The person was asked.
        public static let asked = Phrase(
            "capture.asked",
            "You were asked. Apple does not tell whether you allowed it: what you denied "
                + "looks as if there was nothing. See Settings, Health, Data Access & Devices."
        )
        /// Nobody knows.
        public static let unknown = Phrase(
            "capture.unknown",
            "It could not be found out whether you were asked."
        )
        /// A category cannot be read.
        public static let unreadable = Phrase(
            "capture.unreadable",
            "{name} cannot be read: {reason}"
        )
        /// What helps then.
        public static let unlock = Phrase(
            "capture.unlock",
            "Open the app with the phone unlocked. If it goes on, allow Trendy to read it "
                + "in Settings, Health, Data Access & Devices."
        )
        /// A category for which the app is not woken.
        public static let notWoken = Phrase(
            "capture.not_woken",
            "{name} is read only while the app is open: {reason}"
        )
        /// A category that should have something new.
        public static let overdue = Phrase(
            "capture.overdue",
            "{name}: expected by now, nothing for {hours} h."
        )
        /// What helps then.
        public static let openToRead = Phrase(
            "capture.open_to_read",
            "Open the app: it reads what is there and asks anew to be woken. If nothing "
                + "comes, see in the Health app whether it has newer data."
        )

        static let all: [Phrase] =
            [
                unavailable, notAsked, asked, unknown, unreadable, unlock, notWoken, overdue,
                openToRead,
            ]
    }
}
