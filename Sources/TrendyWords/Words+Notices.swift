extension Phrase {
    /// A notice's first line: changes were refused.
    public static let failedTitle = Phrase("notice.failed.title", "Something could not be sent")
    /// What follows.
    public static let failedBody = Phrase(
        "notice.failed.body",
        "It is saved on this device. Open Trendy to try again, change it, or let it go."
    )
    /// A notice's first line: two devices disagree.
    public static let conflictTitle = Phrase("notice.conflict.title", "Two devices disagree")
    /// What follows.
    public static let conflictBody = Phrase(
        "notice.conflict.body",
        "Both versions are kept. Open Trendy to see which one stands."
    )
    /// A notice's first line: the session has ended.
    public static let signInTitle = Phrase("notice.sign_in.title", "Sign in again to go on syncing")
    /// What follows.
    public static let signInBody = Phrase(
        "notice.sign_in.body",
        "Everything goes on being saved on this device meanwhile."
    )
}
