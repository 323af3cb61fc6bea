extension Strings {
    /// Texts of the timeline.
    package enum Timeline {
        /// An event whose type is not on this device yet.
        package static let unknownType = LocalizedText("timeline.unknown_type", "Unknown type")
        /// An event with a pending change.
        package static let waiting = LocalizedText("timeline.waiting", "Not sent yet")
        /// An event with a failed change.
        package static let failed = LocalizedText("timeline.failed", "Could not be sent")
        /// An event that another device changed since the person last opened it.
        package static let updatedRemotely = LocalizedText(
            "timeline.updated_remotely",
            "Updated from the server"
        )
        /// A timeline without events.
        package static let empty = LocalizedText("timeline.empty", "Nothing recorded yet.")
        /// A search without results.
        package static let nothingFound = LocalizedText("timeline.nothing_found", "Nothing found.")
        /// The timeline could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "timeline.unreadable",
            "The list may be out of date: {reason}"
        )
        /// An event with a field that this version cannot read.
        package static let partlyUnreadable = LocalizedText(
            "timeline.partly_unreadable",
            "Not all of this can be read by this version ({field})."
        )
        /// Events from health capture.
        package static let fromHealth = LocalizedText("timeline.from_health", "Apple Health")
        /// Events from visits.
        package static let fromPlaces = LocalizedText("timeline.from_places", "Places")
        /// Imported events.
        package static let fromImport = LocalizedText("timeline.from_import", "Imported")
        /// Manually entered events.
        package static let fromPerson = LocalizedText("timeline.from_person", "Entered by you")

        static let all = [
            unknownType, waiting, failed, updatedRemotely, empty, nothingFound, unreadable,
            partlyUnreadable,
            fromHealth, fromPlaces, fromImport, fromPerson,
        ]
    }
}
