extension Strings {
    /// Texts of notifications.
    package enum Notifications {
        /// The title for failed changes.
        package static let failedTitle = LocalizedText(
            "notifications.failed.title",
            "Something could not be sent"
        )
        /// The body for failed changes.
        package static let failedBody = LocalizedText(
            "notifications.failed.body",
            "It is saved on this device. Open Trendy to try again, edit it or discard it."
        )
        /// The title for conflicts.
        package static let conflictTitle = LocalizedText(
            "notifications.conflict.title",
            "Two devices changed the same entry"
        )
        /// The body for conflicts.
        package static let conflictBody = LocalizedText(
            "notifications.conflict.body",
            "Both versions are kept. Open Trendy to see which one applies."
        )
        /// The title for an ended session.
        package static let signInTitle = LocalizedText(
            "notifications.sign_in.title",
            "Sign in again to continue syncing"
        )
        /// The body for an ended session.
        package static let signInBody = LocalizedText(
            "notifications.sign_in.body",
            "Until then, everything is saved on this device."
        )

        /// The body for new events of a health category.
        package static let healthBody = LocalizedText(
            "notifications.health.body",
            "Something new was recorded. Open Trendy to see it."
        )

        /// The system refused a notification; `{reason}` is its message.
        package static let systemRefused = LocalizedText(
            "notifications.system_refused",
            "The system refused: {reason}"
        )

        static let all = [
            failedTitle, failedBody, conflictTitle, conflictBody, signInTitle, signInBody,
            healthBody, systemRefused,
        ]
    }
}
