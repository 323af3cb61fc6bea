extension Strings {
    /// Texts of the web pages: overview.
    package enum WebOverview {
        /// A device that has not reported for long.
        package static let silentDevice = LocalizedText(
            "web_overview.silent_device",
            "{name} is silent"
        )
        package static let lastReport = LocalizedText("web_overview.last_report", "{reported}.")
        package static let silentRemedy = LocalizedText(
            "web_overview.silent_remedy",
            "Open Trendy on it. What it recorded stays on it until it can be sent."
        )
        /// The heading above what needs the person.
        package static let needsYou = LocalizedText("web_overview.needs_you", "Needs you")
        /// The link to where the person can act on an item.
        package static let resolve = LocalizedText("web_overview.resolve", "Look at it")
        package static let today = LocalizedText("web_overview.today", "Today")
        package static let todayAgainstUsual = LocalizedText(
            "web_overview.today_against_usual",
            "Today against your usual"
        )
        package static let otherMetrics = LocalizedText(
            "web_overview.other_metrics",
            "More of today"
        )
        /// The metrics without a value of today.
        package static let notToday = LocalizedText(
            "web_overview.not_today",
            "Nothing today so far"
        )
        /// The legend of a curve over a band.
        package static let legendToday = LocalizedText("web_overview.legend_today", "Today")
        package static let legendUsual = LocalizedText(
            "web_overview.legend_usual",
            "Usual range of this weekday"
        )
        package static let hour = LocalizedText("web_overview.hour", "Hour")
        package static let until = LocalizedText("web_overview.until", "Until")
        package static let usual = LocalizedText("web_overview.usual", "Usually")
        package static let value = LocalizedText("web_overview.value", "Value")
        package static let byHour = LocalizedText("web_overview.by_hour", "{metric} by hour")
        package static let totals = LocalizedText(
            "web_overview.totals",
            "{metric}, total so far at each hour"
        )
        package static let stages = LocalizedText("web_overview.stages", "Stages")
        /// The metrics without any data.
        package static let noDataYet = LocalizedText("web_overview.no_data_yet", "No data yet")
        package static let noDataYetText = LocalizedText(
            "web_overview.no_data_yet_text",
            "Nothing of these was recorded on any of your devices so far."
        )
        package static let behindTheNumber = LocalizedText(
            "web_overview.behind_the_number",
            "Behind the number"
        )
        package static let insights = LocalizedText("web_overview.insights", "Insights")
        package static let latest = LocalizedText("web_overview.latest", "Latest entries")
        package static let wholeTimeline = LocalizedText(
            "web_overview.whole_timeline",
            "Open the timeline"
        )
        package static let nothingLatest = LocalizedText(
            "web_overview.nothing_latest",
            "No entries yet."
        )
        package static let changedElsewhere = LocalizedText(
            "web_overview.changed_elsewhere",
            "Changed on other devices"
        )
        package static let nothingChanged = LocalizedText(
            "web_overview.nothing_changed",
            "No changes of other devices that you have not seen."
        )
        /// An empty account.
        package static let welcome = LocalizedText(
            "web_overview.welcome",
            "Nothing is recorded yet"
        )
        package static let welcomeText = LocalizedText(
            "web_overview.welcome_text",
            "Three ways to begin. They can be combined: the same data is never recorded twice."
        )
        package static let importTitle = LocalizedText(
            "web_overview.import_title",
            "Import what you have"
        )
        package static let importText = LocalizedText(
            "web_overview.import_text",
            "Years of Apple Health data or recorded tracks, from a file."
        )
        package static let importAction = LocalizedText(
            "web_overview.import_action",
            "Import a file"
        )
        package static let logTitle = LocalizedText("web_overview.log_title", "Log something")
        package static let logText = LocalizedText(
            "web_overview.log_text",
            "A coffee, a headache, a walk: anything you want to see again."
        )
        package static let logAction = LocalizedText("web_overview.log_action", "Log an entry")
        package static let phoneTitle = LocalizedText(
            "web_overview.phone_title",
            "Let a phone record"
        )
        package static let phoneText = LocalizedText(
            "web_overview.phone_text",
            "The Trendy app on an iPhone captures health data and visits to places by itself. "
                + "Install it and sign in with the same account."
        )
        package static let phoneAction = LocalizedText(
            "web_overview.phone_action",
            "Your devices"
        )

        static let all = [
            silentDevice, lastReport, silentRemedy, needsYou, resolve, today, todayAgainstUsual,
            otherMetrics, notToday, legendToday, legendUsual, hour, until, usual, value, byHour,
            totals,
            stages, noDataYet, noDataYetText, behindTheNumber, insights, latest, wholeTimeline,
            nothingLatest, changedElsewhere, nothingChanged, welcome, welcomeText, importTitle,
            importText, importAction, logTitle, logText, logAction, phoneTitle, phoneText,
            phoneAction,
        ]
    }
}
