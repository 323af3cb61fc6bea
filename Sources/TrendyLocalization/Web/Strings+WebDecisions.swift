extension Strings {
    /// Texts of the web pages: decisions.
    package enum WebDecisions {
        package static let nothing = LocalizedText(
            "web_decisions.nothing",
            "Nothing needs a decision."
        )
        package static let nothingText = LocalizedText(
            "web_decisions.nothing_text",
            "Changes that a server refuses, and values that two devices changed, appear here."
        )
        package static let failed = LocalizedText("web_decisions.failed", "Could not be sent")
        package static let retryAll = LocalizedText("web_decisions.retry_all", "Try all again")
        package static let exportAll = LocalizedText("web_decisions.export_all", "Export all")
        package static let discardTitle = LocalizedText(
            "web_decisions.discard_title",
            "Discard this change?"
        )
        package static let exportFirst = LocalizedText(
            "web_decisions.export_first",
            "Export it first"
        )
        package static let conflicts = LocalizedText("web_decisions.conflicts", "Conflicts")
        /// The value that applies now.
        package static let current = LocalizedText("web_decisions.current", "applies now")
        /// Restores the value of a side; `{side}` is the title of the side.
        package static let takeBack = LocalizedText(
            "web_decisions.take_back",
            "Take back: {side}"
        )
        /// Keeps the value of a side; `{side}` is the title of the side.
        package static let keep = LocalizedText("web_decisions.keep", "Keep: {side}")
        package static let restoreAll = LocalizedText(
            "web_decisions.restore_all",
            "Take all replaced values back"
        )
        package static let acceptAll = LocalizedText(
            "web_decisions.accept_all",
            "Keep all current values"
        )
        package static let askFirstTypes = LocalizedText(
            "web_decisions.ask_first_types",
            "Choose types"
        )
        package static let retried = LocalizedText(
            "web_decisions.retried",
            "It is sent again with the next sync."
        )
        package static let discarded = LocalizedText(
            "web_decisions.discarded",
            "The change was discarded."
        )
        package static let restored = LocalizedText(
            "web_decisions.restored",
            "The replaced value was taken back."
        )
        package static let accepted = LocalizedText(
            "web_decisions.accepted",
            "The current value was kept."
        )
        package static let asked = LocalizedText("web_decisions.asked", "Saved.")

        static let all: [LocalizedText] = [
            nothing, nothingText, failed, retryAll, exportAll, discardTitle, exportFirst,
            conflicts, current, takeBack, keep, restoreAll, acceptAll, askFirstTypes, retried,
            discarded, restored, accepted, asked,
        ]
    }
}
