extension Strings {
    /// The list of what happened.
    public enum Timeline {
        /// The type of an event whose type is not here yet.
        public static let unknownType = LocalizedText("timeline.unknown_type", "Unknown type")
        /// An event whose change has not reached the server yet.
        public static let waiting = LocalizedText("timeline.waiting", "Not sent yet")
        /// An event whose change was not accepted.
        public static let failed = LocalizedText("timeline.failed", "Could not be sent")
        /// A list without anything.
        public static let empty = LocalizedText("timeline.empty", "Nothing recorded yet.")
        /// A search that found nothing.
        public static let nothingFound = LocalizedText("timeline.nothing_found", "Nothing found.")
        /// The events could not be read; `{reason}` says why.
        public static let unreadable = LocalizedText(
            "timeline.unreadable",
            "The list may be out of date: {reason}"
        )
        /// An event of which this app does not understand a field.
        public static let partlyUnreadable = LocalizedText(
            "timeline.partly_unreadable",
            "Not all of this can be read by this version ({field})."
        )
        /// Events that capture made.
        public static let fromHealth = LocalizedText("timeline.from_health", "Apple Health")
        /// Events that visits made.
        public static let fromPlaces = LocalizedText("timeline.from_places", "Places")
        /// Events of a file.
        public static let fromImport = LocalizedText("timeline.from_import", "Imported")
        /// Events that the person entered.
        public static let fromPerson = LocalizedText("timeline.from_person", "Entered by you")

        static let all = [
            unknownType, waiting, failed, empty, nothingFound, unreadable, partlyUnreadable,
            fromHealth, fromPlaces, fromImport, fromPerson,
        ]
    }
}
