extension Strings {
    /// Texts of the settings: account, notifications and versions.
    package enum Settings {
        /// The account that is signed in.
        package static let signedIn = LocalizedText("settings.signed_in", "Signed in as {email}")
        /// The account whose session has ended.
        package static let sessionEnded = LocalizedText(
            "settings.session_ended",
            "Signed out of {email}. Its data stays on this device."
        )
        /// No account.
        package static let local = LocalizedText(
            "settings.local",
            "Not signed in. Everything is on this device only."
        )
        /// The number of changes that the server does not have.
        package static let unsent = LocalizedPlural(
            "settings.unsent",
            one: "{count} change is on this device only",
            other: "{count} changes are on this device only"
        )
        /// The switch for fewer syncs.
        package static let lessOften = LocalizedText(
            "settings.less_often",
            "Syncs about once an hour instead of within seconds. Nothing is lost; other devices "
                + "see changes later."
        )
        /// Asks before all data is erased, which the server has.
        package static let eraseSynced = LocalizedText(
            "settings.erase_synced",
            "Erase everything on this device and sign out? Your account on the server keeps its "
                + "data."
        )
        /// Asks before data is erased that the server does not have.
        package static let eraseUnsent = LocalizedPlural(
            "settings.erase_unsent",
            one: "Erase everything on this device and sign out? {count} change was never sent and "
                + "would be lost.",
            other: "Erase everything on this device and sign out? {count} changes were never sent "
                + "and would be lost."
        )
        /// Asks before the only copy is erased.
        package static let eraseLocal = LocalizedText(
            "settings.erase_local",
            "Erase everything? You are not signed in, so there is no other copy."
        )
        /// The data could not be erased; `{reason}` says why.
        package static let notErased = LocalizedText(
            "settings.not_erased",
            "Not everything was erased: {reason}"
        )
        /// The settings could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "settings.unreadable",
            "The settings may be out of date: {reason}"
        )
        /// A setting could not be saved; `{reason}` says why.
        package static let notSaved = LocalizedText("settings.not_saved", "Not saved: {reason}")
        /// The version of the app.
        package static let appVersion = LocalizedText("settings.app_version", "App")
        /// The version of the database's layout.
        package static let databaseVersion = LocalizedText("settings.database_version", "Database")
        /// An unknown version.
        package static let unknownVersion = LocalizedText("settings.unknown_version", "Unknown")
        /// Notifications were not asked for.
        package static let notAsked = LocalizedText(
            "settings.not_asked",
            "Trendy has not asked to show notifications yet."
        )
        /// Notifications are not allowed.
        package static let denied = LocalizedText(
            "settings.denied",
            "Notifications are not allowed. You can allow them in the Settings app."
        )
        /// Notifications are allowed.
        package static let allowed = LocalizedText(
            "settings.allowed",
            "Notifications are allowed."
        )
        /// The device has no notifications.
        package static let unavailable = LocalizedText(
            "settings.unavailable",
            "This device cannot show notifications."
        )
        /// There are no places to notify of.
        package static let noPlaces = LocalizedText(
            "settings.no_places",
            "No places yet. Add one to be notified when you arrive or leave."
        )
        /// The notification settings could not be read; `{reason}` says why.
        package static let noticesUnreadable = LocalizedText(
            "settings.notices_unreadable",
            "The notification settings may be out of date: {reason}"
        )

        static let all: [LocalizedText] =
            [
                signedIn, sessionEnded, local, lessOften, eraseSynced, eraseLocal, notErased,
                unreadable, notSaved, appVersion, databaseVersion, unknownVersion, notAsked, denied,
                allowed, unavailable, noPlaces, noticesUnreadable,
            ] + unsent.texts + eraseUnsent.texts
    }
}
