extension Strings {
    /// Texts of the web pages.
    package enum Web {
        package static let overview = LocalizedText("web.overview", "Overview")
        package static let timeline = LocalizedText("web.timeline", "Timeline")
        package static let insights = LocalizedText("web.insights", "Insights")
        package static let map = LocalizedText("web.map", "Map")
        package static let devices = LocalizedText("web.devices", "Devices and sync")
        package static let decisions = LocalizedText("web.decisions", "Decisions")
        package static let transfer = LocalizedText("web.transfer", "Import and export")
        package static let account = LocalizedText("web.account", "Account")
        package static let navigation = LocalizedText("web.navigation", "Pages")
        package static let skip = LocalizedText("web.skip", "Skip to the content")
        package static let save = LocalizedText("web.save", "Save")
        package static let cancel = LocalizedText("web.cancel", "Cancel")
        package static let noData = LocalizedText("web.no_data", "No data")
        package static let asTable = LocalizedText("web.as_table", "As a table")
        /// The heading of a missing page.
        package static let notFound = LocalizedText("web.not_found", "There is no such page")
        package static let notFoundText = LocalizedText(
            "web.not_found_text",
            "It may have been deleted, or the address is incomplete. Go on from one of the pages above."
        )
        package static let badRequest = LocalizedText(
            "web.bad_request",
            "That could not be understood"
        )
        package static let badRequestText = LocalizedText(
            "web.bad_request_text",
            "Nothing was changed. Go back, load the page again and repeat it."
        )
        package static let forgedForm = LocalizedText("web.forged_form", "Please repeat that")
        package static let forgedFormText = LocalizedText(
            "web.forged_form_text",
            "The page was too old, or the request came from another site, so nothing was changed. "
                + "Go back, load the page again and repeat it."
        )
        package static let tooLarge = LocalizedText("web.too_large", "That is too large")
        package static let tooLargeText = LocalizedText(
            "web.too_large_text",
            "Nothing was changed. Go back and shorten what you entered."
        )
        package static let unavailable = LocalizedText("web.unavailable", "Not possible right now")
        package static let unavailableText = LocalizedText(
            "web.unavailable_text",
            "Nothing was lost. Load the page again in a moment."
        )

        /// The connection for live updates was lost.
        package static let notLive = LocalizedText(
            "web.not_live",
            "Not connected: this page does not update itself until the connection is back."
        )
        /// The session ended while a form was filled in.
        package static let sessionEnded = LocalizedText(
            "web.session_ended",
            "Your session has ended. Copy what you entered, then load the page again and sign in."
        )

        static let all = [
            overview, timeline, insights, map, devices, decisions, transfer, account, navigation,
            skip, save, cancel, noData, asTable, notFound, notFoundText, badRequest,
            badRequestText, forgedForm, forgedFormText, tooLarge, tooLargeText, unavailable,
            unavailableText, notLive, sessionEnded,
        ]
    }
}
