extension Strings {
    /// Texts of the timeline.
    public enum Timeline {
        /// An event whose type is not on this device yet.
        public static let unknownType = LocalizedText("timeline.unknown_type", "Unknown type")
        /// An event with a pending change.
        public static let waiting = LocalizedText("timeline.waiting", "Not sent yet")
        /// An event with a failed change.
        public static let failed = LocalizedText("timeline.failed", "Could not be sent")
        /// A timeline without events.
        public static let empty = LocalizedText("timeline.empty", "Nothing recorded yet.")
        /// A search without results.
        public static let nothingFound = LocalizedText("timeline.nothing_found", "Nothing found.")
        /// The timeline could not be read; `{reason}` says why.
        public static let unreadable = LocalizedText(
            "timeline.unreadable",
            "The list may be out of date: {reason}"
        )
        /// An event with a field that this version cannot read.
        public static let partlyUnreadable = LocalizedText(
            "timeline.partly_unreadable",
            "Not all of this can be read by this version ({field})."
        )
        /// Events from health capture.
        public static let fromHealth = LocalizedText("timeline.from_health", "Apple Health")
        /// Events from visits.
        public static let fromPlaces = LocalizedText("timeline.from_places", "Places")
        /// Imported events.
        public static let fromImport = LocalizedText("timeline.from_import", "Imported")
        /// Manually entered events.
        public static let fromPerson = LocalizedText("timeline.from_person", "Entered by you")

        static let all = [
            unknownType, waiting, failed, empty, nothingFound, unreadable, partlyUnreadable,
            fromHealth, fromPlaces, fromImport, fromPerson,
        ]
    }
}
