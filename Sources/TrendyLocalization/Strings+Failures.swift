extension Strings {
    /// Why something on this device did not work, where nobody can say it better.
    public enum Failures {
        /// The database cannot be read or written.
        public static let database = LocalizedText(
            "trouble.database",
            "This device's data cannot be read just now; nothing of it is lost."
        )
        /// There is no space left.
        public static let diskFull = LocalizedText(
            "trouble.disk_full",
            "The disk is full. Free some space and try again; nothing is lost."
        )
        /// An entry that this app does not understand.
        public static let unreadable = LocalizedText(
            "trouble.unreadable",
            "An entry cannot be read by this version ({field})."
        )
        /// The device has not been unlocked since it was started.
        public static let locked = LocalizedText(
            "trouble.locked",
            "Unlock this device to go on; nothing recorded is lost."
        )

        static let all = [database, diskFull, unreadable, locked]
    }
}
