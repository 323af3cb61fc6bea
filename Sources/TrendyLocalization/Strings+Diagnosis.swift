extension Strings {
    /// What is wrong with a device, and what helps.
    public enum Diagnosis {
        /// What helps with visits in doubt.
        public static let unconfirmedVisitsRemedy = LocalizedText(
            "diagnosis.visits_in_doubt_remedy",
            "Open the app where you are, or look with 'trendy places visits'."
        )
        /// Places without a type.
        public static let placeTypes = LocalizedPlural(
            "diagnosis.place_types",
            one: "{count} place names an event type that is gone.",
            other: "{count} places name an event type that is gone."
        )
        /// What helps then.
        public static let placeTypesRemedy = LocalizedText(
            "diagnosis.place_types_remedy",
            "'trendy places health' tells which; 'trendy places edit' gives others."
        )
        /// The profile's file was damaged, and nobody has signed in since.
        public static let profileDamaged = LocalizedText(
            "diagnosis.profile_damaged",
            "profile.json was damaged and was set aside as {file}; nobody is signed in."
        )
        /// The remedy for that, and for changes in a database of an account without a session.
        public static let signInAgain = LocalizedText(
            "diagnosis.sign_in_again",
            "Sign in again with 'trendy login --server URL --email ADDRESS'; the changes are then "
                + "sent."
        )
        /// A database of an account that is not signed in holds changes.
        public static let otherDatabase = LocalizedPlural(
            "diagnosis.other_database",
            one: "{file} belongs to an account that is not signed in; {count} change in it was "
                + "never sent.",
            other: "{file} belongs to an account that is not signed in; {count} changes in it were "
                + "never sent."
        )
        /// The database of before the first sign-in lies beside that of the account in use.
        public static let localDatabase = LocalizedPlural(
            "diagnosis.local_database",
            one: "{file} was recorded while nobody was signed in; {count} change in it was never "
                + "sent.",
            other: "{file} was recorded while nobody was signed in; {count} changes in it were "
                + "never sent."
        )
        /// Another account's database is damaged.
        public static let otherDamaged = LocalizedText(
            "diagnosis.other_damaged",
            "{file} belongs to no session and is damaged; changes in it that were never sent "
                + "cannot be counted."
        )
        /// The remedy for that.
        public static let otherDamagedRemedy = LocalizedText(
            "diagnosis.other_damaged_remedy",
            "Copy the file and those that begin with its name to a safe place first. Then sign in "
                + "to its account with 'trendy login', which says whether it can be opened."
        )
        /// Another account's database cannot be read now.
        public static let otherUnreadable = LocalizedText(
            "diagnosis.other_unreadable",
            "{file} belongs to no session and cannot be read now; changes in it that were never "
                + "sent cannot be counted."
        )
        /// The remedy for that.
        public static let otherUnreadableRemedy = LocalizedText(
            "diagnosis.other_unreadable_remedy",
            "Close the program that uses it, or check the file's permissions, and run 'trendy "
                + "doctor' again."
        )
        /// The file is damaged.
        public static let damaged = LocalizedPlural(
            "diagnosis.damaged",
            one: "The database is damaged: {count} place.",
            other: "The database is damaged: {count} places."
        )
        /// What helps then.
        public static let damagedRemedy = LocalizedText(
            "diagnosis.damaged_remedy",
            "Export what failed, move the file away, and sign in again: the server has all "
                + "that was synced."
        )
        /// Nobody is signed in.
        public static let signedOut = LocalizedPlural(
            "diagnosis.signed_out",
            one: "Nobody is signed in; {count} change is on this device only.",
            other: "Nobody is signed in; {count} changes are on this device only."
        )
        /// What helps then.
        public static let signedOutRemedy = LocalizedText(
            "diagnosis.signed_out_remedy",
            "Sign in; they become the account's."
        )
        /// Changes that need the person.
        public static let failed = LocalizedPlural(
            "diagnosis.failed",
            one: "{count} change was not accepted, and {blocked} wait behind it.",
            other: "{count} changes were not accepted, and {blocked} wait behind them."
        )
        /// What helps then.
        public static let failedRemedy = LocalizedText(
            "diagnosis.failed_remedy",
            "Decide with 'trendy failed'."
        )
        /// Conflicts that nobody has looked at.
        public static let conflicts = LocalizedPlural(
            "diagnosis.conflicts",
            one: "{count} value lost against another device's.",
            other: "{count} values lost against another device's."
        )
        /// What helps then.
        public static let conflictsRemedy = LocalizedText(
            "diagnosis.conflicts_remedy",
            "Look at them with 'trendy conflicts'."
        )
        /// Changes of a newer app.
        public static let quarantined = LocalizedPlural(
            "diagnosis.quarantined",
            one: "{count} change cannot be read by this version.",
            other: "{count} changes cannot be read by this version."
        )
        /// What helps then.
        public static let quarantinedRemedy = LocalizedText(
            "diagnosis.quarantined_remedy",
            "Update; they are taken in then."
        )
        /// It was long ago.
        public static let notSynced = LocalizedPlural(
            "diagnosis.not_synced",
            one: "Not synced for {count} day.",
            other: "Not synced for {count} days."
        )
        /// There was no sync.
        public static let neverSynced = LocalizedText("diagnosis.never_synced", "Never synced.")
        /// What helps then.
        public static let notSyncedRemedy = LocalizedText(
            "diagnosis.not_synced_remedy",
            "Run 'trendy sync'; 'trendy status' tells why the last one failed."
        )
        /// The clock is wrong.
        public static let clock = LocalizedText(
            "diagnosis.clock",
            "This device's clock differs from the server's by {span}."
        )
        /// What helps then.
        public static let clockRemedy = LocalizedText(
            "diagnosis.clock_remedy",
            "Let the system set the time by itself."
        )
        /// What helps where device and server differ for good.
        public static let unrepairedRemedy = LocalizedText(
            "diagnosis.unmended_remedy",
            "Report it with this output; nothing was deleted over it."
        )
        /// Device and server differ.
        public static let drift = LocalizedText(
            "diagnosis.drift",
            "Device and server differ although nothing waits."
        )
        /// What helps then.
        public static let driftRemedy = LocalizedText(
            "diagnosis.drift_remedy",
            "Sync again; if they still differ, report it with this output."
        )

        static let all: [LocalizedText] =
            [
                unconfirmedVisitsRemedy, placeTypesRemedy, damagedRemedy,
                profileDamaged, signInAgain, otherDamaged, otherDamagedRemedy, otherUnreadable,
                otherUnreadableRemedy,
                signedOutRemedy, failedRemedy, conflictsRemedy,
                quarantinedRemedy, neverSynced, notSyncedRemedy, clock,
                clockRemedy, unrepairedRemedy, drift, driftRemedy,
            ] + placeTypes.texts + damaged.texts + signedOut.texts + failed.texts
            + conflicts.texts + quarantined.texts + notSynced.texts + otherDatabase.texts
            + localDatabase.texts
    }
}
