extension Strings {
    /// Texts of the web pages: pages without a connection.
    package enum WebOffline {
        package static let asOf = LocalizedText(
            "web_offline.as_of",
            "You are offline. This page is as of {time}; nothing can be changed until "
                + "the connection is back."
        )
        package static let title = LocalizedText("web_offline.title", "You are offline")
        package static let text = LocalizedText(
            "web_offline.text",
            "This page is not stored on this device. If you just sent a form, check whether it was "
                + "saved when the connection is back. What you recorded before is safe. The page "
                + "loads by itself."
        )
        package static let seen = LocalizedText(
            "web_offline.seen",
            "Go on with the overview as last seen"
        )

        static let all: [LocalizedText] = [
            asOf, title, text, seen,
        ]
    }
}
