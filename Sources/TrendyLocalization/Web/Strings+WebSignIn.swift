extension Strings {
    /// Texts of the web pages: sign-in.
    package enum WebSignIn {
        /// The one-time link of a device's pages is wrong or was used.
        package static let linkExpired = LocalizedText(
            "web_sign_in.link_expired",
            "This link no longer opens the pages"
        )
        package static let linkExpiredText = LocalizedText(
            "web_sign_in.link_expired_text",
            "Each link works once. Start the pages again to get a new one; nothing is lost."
        )
        /// The page that opens another one at once, after a link of another site.
        package static let opening = LocalizedText("web_sign_in.opening", "Opening Trendy…")
        package static let open = LocalizedText("web_sign_in.open", "Open the page")
        /// The heading and the button of the sign-in.
        package static let signIn = LocalizedText("web_sign_in.sign_in", "Sign in")
        package static let signInText = LocalizedText(
            "web_sign_in.sign_in_text",
            "Use the e-mail address and the password of your Trendy account on this server."
        )
        /// The heading of the sign-up.
        package static let signUp = LocalizedText("web_sign_in.sign_up", "Create an account")
        package static let signUpText = LocalizedText(
            "web_sign_in.sign_up_text",
            "Your data is stored on this server. Sign in with the same account in the app to see "
                + "it here."
        )
        package static let signUpClosed = LocalizedText(
            "web_sign_in.sign_up_closed",
            "This server creates no accounts by sign-up. Ask its administrator for one."
        )
        package static let email = LocalizedText("web_sign_in.email", "E-mail address")
        package static let password = LocalizedText("web_sign_in.password", "Password")
        package static let passwordRule = LocalizedText(
            "web_sign_in.password_rule",
            "At least 8 characters."
        )
        package static let invite = LocalizedText("web_sign_in.invite", "Invite code")
        package static let inviteText = LocalizedText(
            "web_sign_in.invite_text",
            "Signing up on this server needs an invite of its administrator."
        )
        /// The links between sign-in and sign-up.
        package static let toSignUp = LocalizedText(
            "web_sign_in.to_sign_up",
            "Create a new account"
        )
        package static let toSignIn = LocalizedText(
            "web_sign_in.to_sign_in",
            "Sign in with an existing account"
        )
        /// A change to the account was refused.
        package static let notChanged = LocalizedText(
            "web_sign_in.not_changed",
            "Nothing was changed"
        )
        package static let wrongPassword = LocalizedText(
            "web_sign_in.wrong_password",
            "The current password is wrong. Go back and enter it again."
        )
        /// A session ended while the person sent a form.
        package static let sessionEnded = LocalizedText(
            "web_sign_in.session_ended",
            "Your session has ended, so the last form was not saved. Sign in and repeat it."
        )
        package static let formExpired = LocalizedText(
            "web_sign_in.form_expired",
            "This page was too old. Please enter it again."
        )
        /// The browser did not keep the cookie.
        package static let cookieRefused = LocalizedText(
            "web_sign_in.cookie_refused",
            "Your browser cannot sign in here"
        )
        package static let cookieRefusedPlain = LocalizedText(
            "web_sign_in.cookie_refused_plain",
            "The address begins with http://, so your password and your data would travel "
                + "unencrypted, and the browser refuses the cookie that keeps you signed in. Open "
                + "the address with https://. If that does not work, the server has no certificate "
                + "yet: ask its administrator to set up TLS."
        )
        package static let cookieRefusedBlocked = LocalizedText(
            "web_sign_in.cookie_refused_blocked",
            "It does not keep the cookie that the sign-in needs. Allow cookies for this address "
                + "and load the sign-in again."
        )
        package static let again = LocalizedText("web_sign_in.again", "Back to the sign-in")
        /// The server reads an account's data for the first time.
        package static let stillReading = LocalizedText(
            "web_sign_in.still_reading",
            "Your data is still being read, so these pages are incomplete. They update themselves."
        )
        /// The pages are used by too many people at once.
        package static let tooManyViewers = LocalizedText(
            "web_sign_in.too_many_viewers",
            "Too many people are using the pages"
        )
        package static let tooManyViewersText = LocalizedText(
            "web_sign_in.too_many_viewers_text",
            "Load the page again in a few minutes. Your devices go on syncing."
        )

        static let all = [
            linkExpired, linkExpiredText, opening, open, signIn, signInText, signUp, signUpText,
            signUpClosed,
            email, password, passwordRule, invite, inviteText, toSignUp, toSignIn, sessionEnded,
            formExpired, cookieRefused, cookieRefusedPlain,
            cookieRefusedBlocked, again, notChanged, wrongPassword, stillReading, tooManyViewers,
            tooManyViewersText,
        ]
    }
}
