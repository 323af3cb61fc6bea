extension Strings {
    /// Failures of the profile's directory and files.
    package enum Profile {
        /// The directory is a file.
        package static let isFile = LocalizedText(
            "profile.is_file",
            "{path} is a file. Trendy needs a directory for its data."
        )
        /// The directory cannot be created.
        package static let notMade = LocalizedText(
            "profile.not_made",
            "The directory {path} for Trendy's data cannot be created. Check the free space and "
                + "the permissions."
        )
        /// The profile's file cannot be read.
        package static let unreadable = LocalizedText(
            "profile.unreadable",
            "{path} cannot be read right now; nothing was changed. Try again in a moment. If this "
                + "continues, restart the device."
        )
        /// A newer version wrote the profile's file.
        package static let newerFormat = LocalizedText(
            "profile.newer_format",
            "A newer version of Trendy was used on this device. Nothing was changed. Update "
                + "Trendy to continue."
        )
        /// The profile's file was damaged.
        package static let wasDamaged = LocalizedText(
            "profile.was_damaged",
            "The sign-in on this device could not be read. Sign in again; nothing recorded is "
                + "lost."
        )
        /// The server sent an invalid account id.
        package static let badAccount = LocalizedText(
            "profile.bad_account",
            "The server sent an invalid account. Update the server."
        )
        /// Another program is using a database that is to be deleted.
        package static let inUse = LocalizedText(
            "profile.in_use",
            "Another program is using this profile. Wait until it has finished; nothing "
                + "was deleted."
        )
        /// The profile's file cannot be written.
        package static let unwritable = LocalizedText(
            "profile.unwritable",
            "{path} cannot be written ({reason}). Free some space or check its "
                + "permissions; what was there is unchanged."
        )

        /// A stored value is not text.
        package static let noText = LocalizedText(
            "profile.no_text",
            "The file {path} is damaged: it is not text."
        )
        /// The directory for stored values cannot be created.
        package static let noDirectory = LocalizedText(
            "profile.no_directory",
            "The directory {path} cannot be created. Check its permissions."
        )
        /// A stored value cannot be read.
        package static let valueUnreadable = LocalizedText(
            "profile.value_unreadable",
            "{path} cannot be read ({reason}). Check its permissions; nothing was changed."
        )

        static let all: [LocalizedText] =
            [
                noText, noDirectory, valueUnreadable,
                isFile, notMade, unreadable, newerFormat, wasDamaged, badAccount, inUse, unwritable,
            ]
    }
}
