extension Strings {
    /// The person's places and visits.
    public enum Places {
        /// A visit that goes on.
        public static let thereNow = LocalizedText("places.there_now", "There now, since {time}")
        /// A visit in doubt.
        public static let unconfirmed = LocalizedText(
            "places.unconfirmed",
            "Since {time}; nothing has confirmed it for long"
        )
        /// A visit that is over.
        public static let wasThere = LocalizedText("places.was_there", "{start}–{end}, {span}")
        /// A visit of which only the end is known.
        public static let entryMissed = LocalizedText(
            "places.entry_missed",
            "Left at {end}; the arrival was not noticed"
        )
        /// A place that is switched off.
        public static let off = LocalizedText("places.off", "Not watched")
        /// A place that is watched when it is near.
        public static let watched = LocalizedText("places.watched", "Watched")
        /// The size of a place.
        public static let radius = LocalizedText("places.radius", "Within {radius} m")
        /// How many visits a place had.
        public static let visits = LocalizedPlural(
            "places.visits",
            one: "{count} visit",
            other: "{count} visits"
        )
        /// The type of visits to places that name none of their own.
        public static let visit = LocalizedText("places.visit", "Visit")
        /// A visit to a place that is not here.
        public static let unknownPlace = LocalizedText("places.unknown_place", "Unknown place")
        /// Somebody tells of a visit that cannot have been.
        public static let impossibleVisit = LocalizedText(
            "places.impossible_visit",
            "A visit cannot end before it begins, or lie in the future."
        )
        /// Somebody ends a visit that does not go on.
        public static let notThere = LocalizedText(
            "places.not_there",
            "This device knows of no visit that goes on at this place."
        )
        /// There is no place.
        public static let nothing = LocalizedText("places.nothing", "No places yet.")
        /// The database could not be read.
        public static let unreadable = LocalizedText(
            "places.unreadable",
            "The places may be out of date: {reason}"
        )

        static let all: [LocalizedText] =
            [
                thereNow, unconfirmed, wasThere, entryMissed, off, watched, radius, visit,
                unknownPlace,
                impossibleVisit, notThere,
                nothing, unreadable,
            ] + visits.texts
    }
}
