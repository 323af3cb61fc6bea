extension Strings {
    /// Texts for sign-up, sign-in and sign-out.
    package enum Accounts {
        /// The account is unknown or the password is wrong.
        package static let wrongPassword = LocalizedText(
            "accounts.wrong_password",
            "The e-mail address or the password is wrong."
        )
        /// The server cannot be reached.
        package static let offline = LocalizedText(
            "accounts.offline",
            "The server can't be reached. Check your connection and the server's address."
        )
        /// The server asks the client to wait.
        package static let serverBusy = LocalizedText(
            "accounts.server_busy",
            "The server is busy. Try again in a moment."
        )
        /// The app is too old for the server.
        package static let needsUpgrade = LocalizedText(
            "accounts.needs_upgrade",
            "This server needs a newer version of Trendy. Update the app to continue."
        )
        /// Another service answers at the address.
        package static let notTrendy = LocalizedText(
            "accounts.not_trendy",
            "There is no Trendy server at this address. If your network asks for a sign-in, do "
                + "that first."
        )
        /// The text is not a valid address.
        package static let noServerAddress = LocalizedText(
            "accounts.no_server_address",
            "This is not a server address. Enter one such as https://trendy.example."
        )
        /// Sign-in after sign-up failed.
        ///
        /// The server does not reveal whether the account existed before.
        package static let notSignedUp = LocalizedText(
            "accounts.not_signed_up",
            "The account could not be created, or an account with this e-mail address exists and "
                + "has another password. Sign in, or use another address."
        )
        /// The server refused to create an account; `{reason}` is its message.
        package static let signUpRefused = LocalizedText(
            "accounts.sign_up_refused",
            "The server did not create an account: {reason}"
        )
        /// Too many attempts; the wait in seconds.
        package static let waitSeconds = LocalizedPlural(
            "accounts.wait_seconds",
            one: "There were too many attempts. Try again in {count} second.",
            other: "There were too many attempts. Try again in {count} seconds."
        )
        /// Too many attempts; the wait in minutes.
        package static let waitMinutes = LocalizedPlural(
            "accounts.wait_minutes",
            one: "There were too many attempts. Try again in {count} minute.",
            other: "There were too many attempts. Try again in {count} minutes."
        )
        /// The e-mail address is not valid.
        package static let badEmail = LocalizedText(
            "accounts.bad_email",
            "Enter a valid e-mail address."
        )
        /// The password is too short.
        package static let weakPassword = LocalizedText(
            "accounts.weak_password",
            "Choose a password of at least 8 characters."
        )
        /// The password violates another rule.
        package static let badPassword = LocalizedText(
            "accounts.bad_password",
            "Choose another password: this one is too long."
        )
        /// The server refused; `{reason}` says why.
        package static let refused = LocalizedText("accounts.refused", "This failed: {reason}")
        /// Another request is in progress.
        package static let busy = LocalizedText(
            "accounts.busy",
            "This is still in progress. Wait a moment."
        )
        /// An operation on this device failed; `{reason}` says why.
        package static let deviceFailure = LocalizedText(
            "accounts.device_failure",
            "This failed on this device: {reason} Nothing recorded is lost."
        )
        /// The system suspended the app before the operation was complete.
        package static let interrupted = LocalizedText(
            "accounts.interrupted",
            "This was interrupted because you left the app. Try again; nothing recorded is lost."
        )
        /// The changes that remain unsent when the session ends.
        package static let unsent = LocalizedPlural(
            "accounts.unsent",
            one: "{count} change has not been sent. It stays on this device and is sent when you "
                + "sign in to this account again.",
            other: "{count} changes have not been sent. They stay on this device and are sent when "
                + "you sign in to this account again."
        )
        /// The number of unsent changes is unknown.
        package static let unsentUnknown = LocalizedText(
            "accounts.unsent_unknown",
            "Trendy could not check whether everything was sent. Nothing is deleted; unsent "
                + "changes are sent when you sign in to this account again."
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
