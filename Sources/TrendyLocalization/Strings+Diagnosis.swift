extension Strings {
    /// The findings of the diagnosis and their remedies.
    package enum Diagnosis {
        /// The remedy for unconfirmed visits.
        package static let unconfirmedVisitsRemedy = LocalizedText(
            "diagnosis.unconfirmed_visits_remedy",
            "Open the app at your current location, or list the visits with 'trendy places "
                + "visits'."
        )
        /// Places refer to deleted event types.
        package static let placeTypes = LocalizedPlural(
            "diagnosis.place_types",
            one: "{count} place refers to a deleted event type.",
            other: "{count} places refer to a deleted event type."
        )
        /// The remedy for places with a deleted event type.
        package static let placeTypesRemedy = LocalizedText(
            "diagnosis.place_types_remedy",
            "List them with 'trendy places health' and choose another type with 'trendy places "
                + "edit'."
        )
        /// The profile's file was damaged, and there was no sign-in since.
        package static let profileDamaged = LocalizedText(
            "diagnosis.profile_damaged",
            "The file profile.json was damaged and is kept as {file}; you are signed out."
        )
        /// The remedy for a damaged profile, and for unsent changes of an account without a
        /// session.
        package static let signInAgain = LocalizedText(
            "diagnosis.sign_in_again",
            "Sign in again with 'trendy login --server URL --email ADDRESS'. The changes are then "
                + "sent."
        )
        /// The database of an account that is not signed in has unsent changes.
        package static let otherDatabase = LocalizedPlural(
            "diagnosis.other_database",
            one: "{file} belongs to an account that is not signed in; {count} change in it was "
                + "never sent.",
            other: "{file} belongs to an account that is not signed in; {count} changes in it were "
                + "never sent."
        )
        /// The database from before the first sign-in has unsent changes.
        package static let localDatabase = LocalizedPlural(
            "diagnosis.local_database",
            one: "{file} was recorded while signed out; {count} change in it was never sent.",
            other: "{file} was recorded while signed out; {count} changes in it were never sent."
        )
        /// The database of another account is damaged.
        package static let otherDamaged = LocalizedText(
            "diagnosis.other_damaged",
            "{file} belongs to an account that is not signed in and is damaged; unsent changes in "
                + "it cannot be counted."
        )
        /// The remedy for a damaged database of another account.
        package static let otherDamagedRemedy = LocalizedText(
            "diagnosis.other_damaged_remedy",
            "First copy the file, and all files whose names begin with its name, to a safe place. "
                + "Then sign in to its account with 'trendy login', which reports whether the "
                + "file can be opened."
        )
        /// The database of another account cannot be read now.
        package static let otherUnreadable = LocalizedText(
            "diagnosis.other_unreadable",
            "{file} belongs to an account that is not signed in and cannot be read now; unsent "
                + "changes in it cannot be counted."
        )
        /// The remedy for an unreadable database of another account.
        package static let otherUnreadableRemedy = LocalizedText(
            "diagnosis.other_unreadable_remedy",
            "Close the program that uses it, or check the file's permissions, and run 'trendy "
                + "doctor' again."
        )
        /// The database is damaged.
        package static let damaged = LocalizedPlural(
            "diagnosis.damaged",
            one: "The database is damaged in {count} place.",
            other: "The database is damaged in {count} places."
        )
        /// The remedy for a damaged database.
        package static let damagedRemedy = LocalizedText(
            "diagnosis.damaged_remedy",
            "Export the failed changes, move the file away, and sign in again: the server has "
                + "everything that was synced."
        )
        /// Rows refer to missing rows.
        package static let brokenReferences = LocalizedPlural(
            "diagnosis.broken_references",
            one: "{count} row of table {table} refers to a missing row.",
            other: "{count} rows of table {table} refer to a missing row."
        )
        /// Rows cannot be read by this version.
        package static let unreadableRows = LocalizedPlural(
            "diagnosis.unreadable_rows",
            one: "{count} row of table {table} cannot be read.",
            other: "{count} rows of table {table} cannot be read."
        )
        /// The remedy for unreadable rows.
        package static let unreadableRowsRemedy = LocalizedText(
            "diagnosis.unreadable_rows_remedy",
            "Restore a backup with 'trendy restore', or sign in from an empty directory: the "
                + "server has everything that was synced."
        )
        /// The file cannot be checked.
        package static let notChecked = LocalizedText(
            "diagnosis.not_checked",
            "{problem} Its content was not checked."
        )
        /// The remedy for a file that cannot be checked.
        package static let notCheckedRemedy = LocalizedText(
            "diagnosis.not_checked_remedy",
            "Correct the problem and run 'trendy check' again."
        )
        /// Other users of the machine can read a file.
        package static let permissions = LocalizedText(
            "diagnosis.permissions",
            "{path} has mode {mode}: other users of this machine can use it."
        )
        /// The remedy for a file that others can read.
        package static let permissionsRemedy = LocalizedText(
            "diagnosis.permissions_remedy",
            "Run 'chmod go-rwx' on it."
        )
        /// Other users of the machine can replace the files.
        package static let directoryWritable = LocalizedText(
            "diagnosis.directory_writable",
            "Every user of this machine can replace files in {path}."
        )
        /// The remedy for a directory that others can write.
        package static let directoryWritableRemedy = LocalizedText(
            "diagnosis.directory_writable_remedy",
            "Run 'chmod o-w' on the directory."
        )
        /// Little space is left on the disk.
        package static let lowSpace = LocalizedText(
            "diagnosis.low_space",
            "Only {free} MiB are free on the disk of {path}."
        )
        /// The remedy for a disk with little space.
        package static let lowSpaceRemedy = LocalizedText(
            "diagnosis.low_space_remedy",
            "Free some space: without it, nothing new can be recorded."
        )
        /// There is no session.
        package static let signedOut = LocalizedPlural(
            "diagnosis.signed_out",
            one: "Not signed in; {count} change is on this device only.",
            other: "Not signed in; {count} changes are on this device only."
        )
        /// The remedy for a missing session.
        package static let signedOutRemedy = LocalizedText(
            "diagnosis.signed_out_remedy",
            "Sign in to send them to your account."
        )
        /// Failed changes need a decision.
        package static let failed = LocalizedPlural(
            "diagnosis.failed",
            one: "{count} change was not accepted; {blocked} more wait for it.",
            other: "{count} changes were not accepted; {blocked} more wait for them."
        )
        /// The remedy for failed changes.
        package static let failedRemedy = LocalizedText(
            "diagnosis.failed_remedy",
            "Review them with 'trendy failed'."
        )
        /// Conflicts are open.
        package static let conflicts = LocalizedPlural(
            "diagnosis.conflicts",
            one: "{count} value was replaced by another device's value.",
            other: "{count} values were replaced by another device's values."
        )
        /// The remedy for open conflicts.
        package static let conflictsRemedy = LocalizedText(
            "diagnosis.conflicts_remedy",
            "Review them with 'trendy conflicts'."
        )
        /// Changes from a newer version are quarantined.
        package static let quarantined = LocalizedPlural(
            "diagnosis.quarantined",
            one: "{count} change cannot be read by this version.",
            other: "{count} changes cannot be read by this version."
        )
        /// The remedy for quarantined changes.
        package static let quarantinedRemedy = LocalizedText(
            "diagnosis.quarantined_remedy",
            "Update Trendy; the changes are then applied."
        )
        /// The last sync is days ago.
        package static let notSynced = LocalizedPlural(
            "diagnosis.not_synced",
            one: "Not synced for {count} day.",
            other: "Not synced for {count} days."
        )
        /// There was no sync.
        package static let neverSynced = LocalizedText("diagnosis.never_synced", "Never synced.")
        /// The remedy for a missing or old sync.
        package static let notSyncedRemedy = LocalizedText(
            "diagnosis.not_synced_remedy",
            "Run 'trendy sync'; 'trendy status' shows why the last one failed."
        )
        /// The clock is wrong.
        package static let clock = LocalizedText(
            "diagnosis.clock",
            "This device's clock differs from the server's by {span}."
        )
        /// The remedy for a wrong clock.
        package static let clockRemedy = LocalizedText(
            "diagnosis.clock_remedy",
            "Let the system set the time automatically."
        )
        /// The remedy for a difference that could not be repaired.
        package static let unrepairedRemedy = LocalizedText(
            "diagnosis.unrepaired_remedy",
            "Report the problem with this output. Nothing was deleted."
        )
        /// Device and server differ.
        package static let drift = LocalizedText(
            "diagnosis.drift",
            "Device and server differ although no change is pending."
        )
        /// The remedy for a difference.
        package static let driftRemedy = LocalizedText(
            "diagnosis.drift_remedy",
            "Sync again. If they still differ, report the problem with this output."
        )

        static let all: [LocalizedText] =
            [
                unconfirmedVisitsRemedy, placeTypesRemedy, damagedRemedy, unreadableRowsRemedy,
                notChecked, notCheckedRemedy, permissions, permissionsRemedy, directoryWritable,
                directoryWritableRemedy, lowSpace, lowSpaceRemedy,
                profileDamaged, signInAgain, otherDamaged, otherDamagedRemedy, otherUnreadable,
                otherUnreadableRemedy,
                signedOutRemedy, failedRemedy, conflictsRemedy,
                quarantinedRemedy, neverSynced, notSyncedRemedy, clock,
                clockRemedy, unrepairedRemedy, drift, driftRemedy,
            ] + placeTypes.texts + damaged.texts + signedOut.texts + failed.texts
            + conflicts.texts + quarantined.texts + notSynced.texts + otherDatabase.texts
            + localDatabase.texts + brokenReferences.texts + unreadableRows.texts
    }
}
