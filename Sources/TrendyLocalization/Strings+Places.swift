extension Strings {
    /// Texts for places and visits.
    package enum Places {
        /// An open visit.
        package static let thereNow = LocalizedText("places.there_now", "There now, since {time}")
        /// An unconfirmed visit.
        package static let unconfirmed = LocalizedText(
            "places.unconfirmed",
            "Since {time}; not confirmed for a long time"
        )
        /// A visit that has ended.
        package static let wasThere = LocalizedText("places.was_there", "{start}–{end}, {span}")
        /// A visit with a known end and an unknown start.
        package static let entryMissed = LocalizedText(
            "places.entry_missed",
            "Left at {end}; the arrival was not detected"
        )
        /// A place that is disabled.
        package static let off = LocalizedText("places.off", "Not monitored")
        /// The radius of a place.
        package static let radius = LocalizedText("places.radius", "Within {radius} m")
        /// The number of visits to a place.
        package static let visits = LocalizedPlural(
            "places.visits",
            one: "{count} visit",
            other: "{count} visits"
        )
        /// The default event type of visits.
        package static let visit = LocalizedText("places.visit", "Visit")
        /// A visit to a place that this device does not have.
        package static let unknownPlace = LocalizedText("places.unknown_place", "Unknown place")
        /// A manual visit is not valid.
        package static let impossibleVisit = LocalizedText(
            "places.impossible_visit",
            "A visit cannot end before it begins, or lie in the future."
        )
        /// There is no open visit to end.
        package static let notThere = LocalizedText(
            "places.not_there",
            "This device has no open visit to this place."
        )
        /// There are no places.
        package static let nothing = LocalizedText("places.nothing", "No places yet.")
        /// The places could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "places.unreadable",
            "The places may be out of date: {reason}"
        )

        static let all: [LocalizedText] =
            [
                thereNow, unconfirmed, wasThere, entryMissed, off, radius, visit,
                unknownPlace, impossibleVisit, notThere, nothing, unreadable,
            ] + visits.texts
    }
}
