extension Strings {
    /// The state of health capture.
    package enum Capture {
        /// This device has no health data.
        package static let unavailable = LocalizedText(
            "capture.unavailable",
            "Apple Health is not available on this device."
        )
        /// Authorization was not requested for every category.
        package static let notAsked = LocalizedText(
            "capture.not_asked",
            "Trendy has not asked for access to all of this data yet."
        )
        /// Authorization was requested.
        package static let asked = LocalizedText(
            "capture.asked",
            "Trendy has asked for access. Apple does not reveal your answer: data that you denied "
                + "looks as if there was none. Check Settings, Health, Data Access & Devices."
        )
        /// The authorization state is unknown.
        package static let unknown = LocalizedText(
            "capture.unknown",
            "Trendy could not find out whether it has asked for access."
        )
        /// A category cannot be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "capture.unreadable",
            "{name} cannot be read: {reason}"
        )
        /// The remedy for an unreadable category.
        package static let unlock = LocalizedText(
            "capture.unlock",
            "Unlock the phone and open the app. If this continues, allow Trendy to read the data "
                + "in Settings, Health, Data Access & Devices."
        )
        /// Background delivery is refused for a category; `{reason}` says why.
        package static let notWoken = LocalizedText(
            "capture.not_woken",
            "{name} is read only while the app is open: {reason}"
        )
        /// A category has had no new samples for too long.
        package static let overdue = LocalizedText(
            "capture.overdue",
            "{name}: no new data for {span}."
        )
        /// The remedy for missing samples.
        package static let openToRead = LocalizedText(
            "capture.open_to_read",
            "Open the app: it reads the new data and registers again for background delivery. If "
                + "none arrives, check in the Health app whether newer data exists."
        )

        static let all: [LocalizedText] =
            [
                unavailable, notAsked, asked, unknown, unreadable, unlock, notWoken, overdue,
                openToRead,
            ]
    }
}
