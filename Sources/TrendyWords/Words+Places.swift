extension Words {
    /// The person's places and visits.
    public enum Places {
        /// A visit that goes on.
        public static let thereNow = Phrase("places.there_now", "There now, since {time}")
        /// A visit in doubt.
        public static let inDoubt = Phrase(
            "places.in_doubt",
            "Since {time}; nothing has confirmed it for long"
        )
        /// A visit that is over.
        public static let wasThere = Phrase("places.was_there", "{start}–{end}, {span}")
        /// A visit of which only the end is known.
        public static let entryMissed = Phrase(
            "places.entry_missed",
            "Left at {end}; the arrival was not noticed"
        )
        /// A place that is switched off.
        public static let off = Phrase("places.off", "Not watched")
        /// A place that is watched when it is near.
        public static let watched = Phrase("places.watched", "Watched")
        /// The size of a place.
        public static let radius = Phrase("places.radius", "Within {radius} m")
        /// How many visits a place had.
        public static let visits = CountedPhrase(
            "places.visits",
            one: "{count} visit",
            other: "{count} visits"
        )
        /// The type of visits to places that name none of their own.
        public static let visit = Phrase("places.visit", "Visit")
        /// A visit to a place that is not here.
        public static let unknownPlace = Phrase("places.unknown_place", "Unknown place")
        /// Somebody tells of a visit that cannot have been.
        public static let impossibleVisit = Phrase(
            "places.impossible_visit",
            "A visit cannot end before it begins, or lie in the future."
        )
        /// Somebody ends a visit that does not go on.
        public static let notThere = Phrase(
            "places.not_there",
            "This device knows of no visit that goes on at this place."
        )
        /// There is no place.
        public static let nothing = Phrase("places.nothing", "No places yet.")
        /// The database could not be read.
        public static let unreadable = Phrase(
            "places.unreadable",
            "The places may be out of date: {reason}"
        )

        static let all: [Phrase] =
            [
                thereNow, inDoubt, wasThere, entryMissed, off, watched, radius, visit, unknownPlace,
                impossibleVisit, notThere,
                nothing, unreadable,
            ] + visits.phrases
    }
}
