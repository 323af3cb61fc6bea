extension Strings {
    /// What the person is told while they do not look at the app.
    public enum Notices {
        /// Changes were refused.
        public static let failedTitle = LocalizedText(
            "notices.failed.title",
            "Something could not be sent"
        )
        /// What follows.
        public static let failedBody = LocalizedText(
            "notices.failed.body",
            "It is saved on this device. Open Trendy to try again, change it, or let it go."
        )
        /// Two devices disagree.
        public static let conflictTitle = LocalizedText(
            "notices.conflict.title",
            "Two devices disagree"
        )
        /// What follows.
        public static let conflictBody = LocalizedText(
            "notices.conflict.body",
            "Both versions are kept. Open Trendy to see which one stands."
        )
        /// The session has ended.
        public static let signInTitle = LocalizedText(
            "notices.sign_in.title",
            "Sign in again to go on syncing"
        )
        /// What follows.
        public static let signInBody = LocalizedText(
            "notices.sign_in.body",
            "Everything goes on being saved on this device meanwhile."
        )

        /// Something new was captured of a category.
        public static let healthBody = LocalizedText(
            "notices.health.body",
            "Something new was recorded. Open Trendy to see it."
        )

        /// The system refused; `{reason}` is what it says.
        public static let systemRefused = LocalizedText(
            "notices.system_refused",
            "The system refused: {reason}"
        )

        static let all = [
            failedTitle, failedBody, conflictTitle, conflictBody, signInTitle, signInBody,
            healthBody, systemRefused,
        ]
    }
}
