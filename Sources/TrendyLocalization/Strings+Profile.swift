extension Strings {
    /// Why the directory of a profile cannot be used.
    public enum Profile {
        /// The directory is a file.
        public static let isFile = LocalizedText(
            "profile.is_file",
            "{path} is a file. Trendy needs a directory for what it keeps."
        )
        /// The directory cannot be made.
        public static let notMade = LocalizedText(
            "profile.not_made",
            "The directory {path} for what Trendy keeps cannot be made. Check the free space and "
                + "the permissions."
        )
        /// The profile's file cannot be read.
        public static let unreadable = LocalizedText(
            "profile.unreadable",
            "{path} cannot be read just now; nothing was changed. Try again in a moment. If it "
                + "goes on, restart the device."
        )
        /// A newer app has written the profile's file.
        public static let newerFormat = LocalizedText(
            "profile.newer_format",
            "A newer version of Trendy was used on this device. Nothing was changed. Update Trendy "
                + "to go on."
        )
        /// The profile's file was damaged.
        public static let wasDamaged = LocalizedText(
            "profile.was_damaged",
            "Who was signed in on this device could not be read any more. Sign in again; nothing "
                + "recorded is lost."
        )
        /// The server's account has no usable id.
        public static let badAccount = LocalizedText(
            "profile.bad_account",
            "The server gave an account id that is none. Update the server."
        )
        /// Another program has a database that is to be deleted.
        public static let inUse = LocalizedText(
            "profile.in_use",
            "Another program is using this profile. Wait until it has finished; nothing "
                + "was deleted."
        )
        /// The profile's file cannot be written.
        public static let unwritable = LocalizedText(
            "profile.unwritable",
            "{path} cannot be written ({reason}). Free some space or check its "
                + "permissions; what was there is unchanged."
        )

        /// What a small value holds is no text.
        public static let noText = LocalizedText(
            "profile.no_text",
            "What is stored as {path} is damaged: it is no text."
        )
        /// The directory of small values cannot be made.
        public static let noDirectory = LocalizedText(
            "profile.no_directory",
            "The directory {path} cannot be made. Check its permissions."
        )
        /// A small value cannot be read.
        public static let valueUnreadable = LocalizedText(
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
