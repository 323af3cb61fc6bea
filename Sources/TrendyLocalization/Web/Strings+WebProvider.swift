extension Strings {
    /// Texts of the web pages: sign-in through a provider, and of programs through the browser.
    package enum WebProvider {
        /// The link on the sign-in page, and the heading on the account page.
        package static let signInWith = LocalizedText(
            "web_provider.sign_in_with",
            "Sign in with {name}"
        )
        /// The page that leads to the provider or back to a program.
        package static let leaving = LocalizedText("web_provider.leaving", "Going to {name}…")
        package static let leavingLink = LocalizedText(
            "web_provider.leaving_link",
            "Continue to {name}"
        )
        /// The heading of a failed sign-in.
        package static let failed = LocalizedText("web_provider.failed", "The sign-in did not work")
        package static let denied = LocalizedText(
            "web_provider.denied",
            "{name} did not confirm the sign-in, or you refused it. Nothing was changed."
        )
        package static let expired = LocalizedText(
            "web_provider.expired",
            "This sign-in was begun in another browser, took longer than 10 minutes, or was finished "
                + "already. Start it again."
        )
        package static let unreachable = LocalizedText(
            "web_provider.unreachable",
            "{name} cannot be reached now. Try again later, or sign in with your password."
        )
        package static let invalidAnswer = LocalizedText(
            "web_provider.invalid_answer",
            "{name} sent an answer that this server cannot accept. Try again. If that does not help, "
                + "tell the server's administrator: the server's log has the cause."
        )
        package static let noAddress = LocalizedText(
            "web_provider.no_address",
            "{name} did not send your e-mail address, which an account needs. Allow it at {name} and "
                + "try again."
        )
        package static let unverifiedAddress = LocalizedText(
            "web_provider.unverified_address",
            "{name} has not verified your e-mail address. Verify it there and try again."
        )
        package static let addressTaken = LocalizedText(
            "web_provider.address_taken",
            "An account with your e-mail address exists. Sign in to it as you did before, and link "
                + "{name} on its account page."
        )
        package static let disabled = LocalizedText(
            "web_provider.disabled",
            "This account was disabled by the server's administrator."
        )
        package static let identityTaken = LocalizedText(
            "web_provider.identity_taken",
            "This sign-in of {name} belongs to another account. Nothing was changed."
        )
        package static let tooManyIdentities = LocalizedText(
            "web_provider.too_many_identities",
            "The account cannot have more linked sign-ins. Remove one on the account page first."
        )
        /// The form for the password of an existing account.
        package static let linkTitle = LocalizedText(
            "web_provider.link_title",
            "Link {name} to your account"
        )
        package static let linkText = LocalizedText(
            "web_provider.link_text",
            "An account with the address {email} exists on this server. Enter its password once. "
                + "From then on you can sign in with {name}, too."
        )
        package static let linkButton = LocalizedText(
            "web_provider.link_button",
            "Link and sign in"
        )
        /// The form for an invite code.
        package static let joinText = LocalizedText(
            "web_provider.join_text",
            "{name} has confirmed the address {email}. A new account on this server needs an invite "
                + "of its administrator."
        )
        /// The section of the account page.
        package static let methodsNone = LocalizedText(
            "web_provider.methods_none",
            "Link {name} to sign in without your password."
        )
        package static let methodsText = LocalizedText(
            "web_provider.methods_text",
            "You can sign in to this account with {name}."
        )
        package static let linkedOn = LocalizedText(
            "web_provider.linked_on",
            "{email}, linked {time}"
        )
        package static let remove = LocalizedText("web_provider.remove", "Remove")
        package static let removeNamed = LocalizedText(
            "web_provider.remove_named",
            "Remove the sign-in of {email}"
        )
        package static let lastMethod = LocalizedText(
            "web_provider.last_method",
            "Set a password before you remove it: you could not sign in otherwise."
        )
        package static let linkAccount = LocalizedText(
            "web_provider.link_account",
            "Link {name}"
        )
        package static let linked = LocalizedText(
            "web_provider.linked",
            "You can sign in with {name} now."
        )
        package static let unlinked = LocalizedText(
            "web_provider.unlinked",
            "The sign-in was removed."
        )
        /// A change that a new sign-in confirms.
        package static let againText = LocalizedText(
            "web_provider.again_text",
            "Sign in with {name} again to confirm that it is you. You then have 10 minutes."
        )
        package static let again = LocalizedText(
            "web_provider.again",
            "Sign in with {name} again"
        )
        /// The form for the first password.
        package static let setPasswordTitle = LocalizedText(
            "web_provider.set_password_title",
            "Set a password"
        )
        package static let setPasswordText = LocalizedText(
            "web_provider.set_password_text",
            "This account has no password. With one you can also sign in without {name}, for example "
                + "in the app. All other sessions end."
        )
        package static let setPassword = LocalizedText(
            "web_provider.set_password",
            "Set the password"
        )
        /// The page that asks whether a program may use the account.
        package static let programTitle = LocalizedText(
            "web_provider.program_title",
            "Sign {program} in?"
        )
        package static let programText = LocalizedText(
            "web_provider.program_text",
            "{program} on this computer asks to use your account {email}: it can then read and change "
                + "all your data. You can end its session on the account page."
        )
        package static let programWarning = LocalizedText(
            "web_provider.program_warning",
            "Allow this only if you started the sign-in on this computer yourself."
        )
        package static let programAllow = LocalizedText("web_provider.program_allow", "Allow")
        package static let programRefuse = LocalizedText("web_provider.program_refuse", "Refuse")
        /// The program's own page at the end.
        package static let programReturned = LocalizedText(
            "web_provider.program_returned",
            "The program signs in now"
        )
        package static let programRefused = LocalizedText(
            "web_provider.program_refused",
            "The program is not signed in"
        )
        package static let programReturnedText = LocalizedText(
            "web_provider.program_returned_text",
            "You can close this window and go back to the program."
        )
        package static let programInvalid = LocalizedText(
            "web_provider.program_invalid",
            "The address of this page is incomplete. Start the sign-in in the program again."
        )

        static let all = [
            signInWith, leaving, leavingLink, failed, denied, expired, unreachable, invalidAnswer,
            noAddress, unverifiedAddress, addressTaken, disabled, identityTaken, tooManyIdentities,
            linkTitle, linkText, linkButton, joinText, methodsNone, methodsText, linkedOn, remove,
            removeNamed, lastMethod, linkAccount, linked, unlinked, againText, again,
            setPasswordTitle, setPasswordText, setPassword, programTitle, programText,
            programWarning, programAllow, programRefuse, programReturned, programRefused,
            programReturnedText, programInvalid,
        ]
    }
}
