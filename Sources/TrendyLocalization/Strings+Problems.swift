extension Strings {
    /// Bad states of the app and their remedies.
    package enum Problems {
        /// The problem in a few words.
        package static let lockedTitle = LocalizedText("problems.locked_title", "Locked")
        /// What happened.
        package static let locked = LocalizedText(
            "problems.locked",
            "This device was restarted and has not been unlocked yet. Nothing recorded is "
                + "lost."
        )
        /// What the person can do.
        package static let lockedRemedy = LocalizedText(
            "problems.locked_remedy",
            "Unlock the device."
        )
        /// The problem in a few words.
        package static let newerTitle = LocalizedText("problems.newer_title", "Newer data")
        /// What happened.
        package static let newer = LocalizedText(
            "problems.newer",
            "A newer version of Trendy wrote this device's data. Nothing was changed."
        )
        /// What the person can do.
        package static let newerRemedy = LocalizedText(
            "problems.newer_remedy",
            "Update Trendy to continue."
        )
        /// The problem in a few words.
        package static let damagedTitle = LocalizedText("problems.damaged_title", "Damaged data")
        /// What happened.
        package static let damaged = LocalizedText(
            "problems.damaged",
            "This device's data is damaged and cannot be opened. Nothing was deleted, and "
                + "everything that was sent is on the server."
        )
        /// What the person can do.
        package static let damagedRemedy = LocalizedText(
            "problems.damaged_remedy",
            "Trendy can keep the damaged file aside and read everything from the server "
                + "again. Changes that were never sent stay in the file that is kept."
        )
        /// The problem in a few words.
        package static let fullTitle = LocalizedText("problems.full_title", "Device full")
        /// What happened.
        package static let full = LocalizedText(
            "problems.full",
            "There is no free space on this device, so nothing new can be saved. What was "
                + "recorded before is safe."
        )
        /// What the person can do.
        package static let fullRemedy = LocalizedText(
            "problems.full_remedy",
            "Free some space, for example by deleting videos or apps you do not use. "
                + "Trendy continues by itself."
        )
        /// The problem in a few words.
        package static let unavailableTitle = LocalizedText(
            "problems.unavailable_title",
            "Data not readable"
        )
        /// What happened.
        package static let unavailable = LocalizedText(
            "problems.unavailable",
            "This device's data cannot be read right now. Nothing is lost."
        )
        /// What the person can do.
        package static let unavailableRemedy = LocalizedText(
            "problems.unavailable_remedy",
            "Try again in a moment. If this continues, restart the device."
        )
        /// The problem in a few words.
        package static let profileTitle = LocalizedText(
            "problems.profile_title",
            "Sign-in not readable"
        )
        /// What happened.
        package static let profile = LocalizedText(
            "problems.profile",
            "The sign-in on this device was damaged. Nothing recorded is lost."
        )
        /// What the person can do.
        package static let profileRemedy = LocalizedText(
            "problems.profile_remedy",
            "Sign in again. Trendy then shows everything that was recorded."
        )
        /// The problem in a few words.
        package static let oldTitle = LocalizedText("problems.old_title", "Update needed")
        /// What happened.
        package static let old = LocalizedText(
            "problems.old",
            "This version of Trendy is too old for your server. Everything is saved on "
                + "this device."
        )
        /// What the person can do.
        package static let oldRemedy = LocalizedText(
            "problems.old_remedy",
            "Update Trendy to continue syncing."
        )
        /// The problem in a few words.
        package static let sessionTitle = LocalizedText("problems.session_title", "Signed out")
        /// What happened.
        package static let session = LocalizedText(
            "problems.session",
            "Your session has ended. It ends when you sign out everywhere, change the "
                + "password or delete the account on another device. Everything is saved on "
                + "this device."
        )
        /// What the person can do.
        package static let sessionRemedy = LocalizedText(
            "problems.session_remedy",
            "Sign in again. If the account was deleted, its data stays on this device until you "
                + "remove Trendy."
        )
        /// The problem in a few words.
        package static let clockTitle = LocalizedText("problems.clock_title", "Wrong date")
        /// What happened.
        package static let clock = LocalizedText(
            "problems.clock",
            "The date of this device differs from the server's by more than a day. What "
                + "you record now gets the wrong time."
        )
        /// What the person can do.
        package static let clockRemedy = LocalizedText(
            "problems.clock_remedy",
            "Set the date and time to automatic in the settings."
        )
        /// The problem in a few words.
        package static let notTrendyTitle = LocalizedText(
            "problems.not_trendy_title",
            "Another server answers"
        )
        /// What happened.
        package static let notTrendy = LocalizedText(
            "problems.not_trendy",
            "Something other than your Trendy server answers. Everything is saved on this "
                + "device."
        )
        /// What the person can do.
        package static let notTrendyRemedy = LocalizedText(
            "problems.not_trendy_remedy",
            "If this network asks for a sign-in, do that first. Otherwise sign in again "
                + "and check the server's address."
        )
        /// The problem in a few words.
        package static let manyTitle = LocalizedText("problems.many_title", "Many changes to send")
        /// What happened.
        package static let many = LocalizedText(
            "problems.many",
            "{number} changes wait to be sent. Everything is saved on this device."
        )
        /// What the person can do.
        package static let manyRemedy = LocalizedText(
            "problems.many_remedy",
            "Keep Trendy open on Wi-Fi to send them faster. They are sent in any case, "
                + "oldest first."
        )
        /// The name of an action.
        package static let tryAgain = LocalizedText("problems.action_try_again", "Try again")
        /// The name of an action.
        package static let signIn = LocalizedText("problems.action_sign_in", "Sign in")
        /// The name of an action.
        package static let setAside = LocalizedText(
            "problems.action_set_aside",
            "Start again from the server"
        )
        /// The name of an action.
        package static let openSettings = LocalizedText(
            "problems.action_open_settings",
            "Open settings"
        )
        /// The name of an action.
        package static let updateApp = LocalizedText("problems.action_update_app", "Update Trendy")

        static let all: [LocalizedText] = [
            lockedTitle, locked, lockedRemedy, newerTitle, newer, newerRemedy, damagedTitle,
            damaged, damagedRemedy, fullTitle, full, fullRemedy, unavailableTitle, unavailable,
            unavailableRemedy, profileTitle, profile, profileRemedy, oldTitle, old, oldRemedy,
            sessionTitle, session, sessionRemedy, clockTitle, clock, clockRemedy, notTrendyTitle,
            notTrendy, notTrendyRemedy, manyTitle, many, manyRemedy, tryAgain, signIn, setAside,
            openSettings, updateApp,
        ]
    }
}
