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

        static let all = [linkExpired, linkExpiredText]
    }
}
