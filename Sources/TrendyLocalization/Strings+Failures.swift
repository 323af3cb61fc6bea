extension Strings {
    /// General failures on this device.
    package enum Failures {
        /// The database cannot be read or written.
        package static let database = LocalizedText(
            "failures.database",
            "This device's data cannot be read right now; nothing is lost. Try again in a moment."
        )
        /// There is no space left.
        package static let diskFull = LocalizedText(
            "failures.disk_full",
            "The disk is full. Free some space and try again; nothing is lost."
        )
        /// This version cannot read an entry.
        package static let unreadable = LocalizedText(
            "failures.unreadable",
            "An entry cannot be read by this version ({field})."
        )
        /// The device has not been unlocked since it was restarted.
        package static let locked = LocalizedText(
            "failures.locked",
            "Unlock this device to continue; nothing recorded is lost."
        )

        static let all = [database, diskFull, unreadable, locked]
    }
}
