extension Strings {
    /// Signing up, in and out.
    public enum Accounts {
        /// The server does not know the account, or the password is another.
        public static let wrongPassword = LocalizedText(
            "accounts.wrong_password",
            "The e-mail address or the password is wrong."
        )
        /// The server cannot be reached.
        public static let offline = LocalizedText(
            "accounts.offline",
            "The server can't be reached. Check your connection and the server's address."
        )
        /// The server asks to wait.
        public static let serverBusy = LocalizedText(
            "accounts.server_busy",
            "The server is busy. Try again in a moment."
        )
        /// The app is too old for the server.
        public static let needsUpgrade = LocalizedText(
            "accounts.needs_upgrade",
            "This server needs a newer Trendy. Update the app to go on."
        )
        /// Something else answered at the address.
        public static let notTrendy = LocalizedText(
            "accounts.not_trendy",
            "There is no Trendy server at this address. If your network asks for a sign-in, do "
                + "that first."
        )
        /// The address is none.
        public static let noServerAddress = LocalizedText(
            "accounts.no_server_address",
            "This is no server address. Enter one such as https://trendy.example."
        )
        /// Signing in after a sign-up failed: the server does not say whether the address had an
        /// account before.
        public static let notSignedUp = LocalizedText(
            "accounts.not_signed_up",
            "There is an account with this e-mail address and its password is another, or the "
                + "account could not be made. Sign in, or use another address."
        )
        /// The server makes no account for this person; `{reason}` is what it says.
        public static let signUpRefused = LocalizedText(
            "accounts.sign_up_refused",
            "The server did not make an account: {reason}"
        )
        /// Too many attempts; seconds until the next.
        public static let waitSeconds = LocalizedPlural(
            "accounts.wait_seconds",
            one: "The server takes no further attempt now. Try again in {count} second.",
            other: "The server takes no further attempt now. Try again in {count} seconds."
        )
        /// Too many attempts; minutes until the next.
        public static let waitMinutes = LocalizedPlural(
            "accounts.wait_minutes",
            one: "The server takes no further attempt now. Try again in {count} minute.",
            other: "The server takes no further attempt now. Try again in {count} minutes."
        )
        /// The e-mail address is none.
        public static let badEmail = LocalizedText(
            "accounts.bad_email",
            "Enter a valid e-mail address."
        )
        /// The password is too short.
        public static let weakPassword = LocalizedText(
            "accounts.weak_password",
            "Choose a password of at least 8 characters."
        )
        /// The password is not accepted for another reason.
        public static let badPassword = LocalizedText(
            "accounts.bad_password",
            "Choose another password: this one is too long."
        )
        /// The server refused; `{reason}` says why.
        public static let refused = LocalizedText("accounts.refused", "It didn't work: {reason}")
        /// Something else is under way.
        public static let busy = LocalizedText(
            "accounts.busy",
            "One moment: this is still under way."
        )
        /// This device could not do its part; `{reason}` says why.
        public static let deviceFailure = LocalizedText(
            "accounts.device_trouble",
            "It didn't work on this device: {reason} Nothing recorded is lost."
        )
        /// The system had no more time for the app before all was done.
        public static let interrupted = LocalizedText(
            "accounts.interrupted",
            "This was cut off because the app was left. Try again; nothing recorded is lost."
        )
        /// What stays unsent when the session ends.
        public static let unsent = LocalizedPlural(
            "accounts.unsent",
            one: "{count} change has not been sent. It stays on this device and is sent when you "
                + "sign in to this account again.",
            other: "{count} changes have not been sent. They stay on this device and are sent when "
                + "you sign in to this account again."
        )
        /// It is not known whether something stays unsent.
        public static let unsentUnknown = LocalizedText(
            "accounts.unsent_unknown",
            "It can't be told whether everything was sent. Nothing is deleted; what was not sent is "
                + "sent when you sign in to this account again."
        )

        static let all =
            [
                wrongPassword, offline, serverBusy, needsUpgrade, notTrendy, noServerAddress,
                badEmail, notSignedUp, signUpRefused, weakPassword, badPassword, refused, busy,
                deviceFailure,
                interrupted, unsentUnknown,
            ] + unsent.texts + waitSeconds.texts + waitMinutes.texts
    }
}
