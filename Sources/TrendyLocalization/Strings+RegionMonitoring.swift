extension Strings {
    /// What is wrong with the watch over places, and what helps.
    public enum RegionMonitoring {
        /// The person took something back.
        public static let wasAllowed = LocalizedText(
            "watch.was_allowed",
            "It was allowed before. {words}"
        )
        /// The device lacks what it takes.
        public static let cannotWatch = LocalizedText(
            "watch.cannot_watch",
            "This device cannot watch regions."
        )
        /// What helps then.
        public static let useAnother = LocalizedText(
            "watch.use_another",
            "Use a device with a location sensor."
        )
        /// The app is not started.
        public static let refreshOff = LocalizedText(
            "watch.refresh_off",
            "Background App Refresh is off: nothing starts the app when you arrive or leave."
        )
        /// What helps then.
        public static let switchRefreshOn = LocalizedText(
            "watch.switch_refresh_on",
            "Switch it on in Settings > General > Background App Refresh."
        )
        /// The phone saves power.
        public static let lowPower = LocalizedText(
            "watch.low_power",
            "Low Power Mode is on: arrivals and departures may be noticed late."
        )
        /// What helps then.
        public static let switchLowPowerOff = LocalizedText(
            "watch.switch_low_power_off",
            "Switch it off in Settings > Battery when that matters."
        )
        /// Nothing is watched.
        public static let noneWatched = LocalizedPlural(
            "watch.none_watched",
            one: "Your one place is not watched.",
            other: "None of {count} places is watched."
        )
        /// What helps then.
        public static let restart = LocalizedText(
            "watch.restart",
            "Open the app; if that does not help, restart the phone."
        )
        /// Some are not watched.
        public static let missing = LocalizedPlural(
            "watch.missing",
            one: "{count} of {wanted} places that are near is not watched: {names}.",
            other: "{count} of {wanted} places that are near are not watched: {names}."
        )
        /// What helps then.
        public static let openToRegister = LocalizedText(
            "watch.open_to_register",
            "Open the app, so that they are registered again."
        )
        /// The system refuses some.
        public static let refused = LocalizedText(
            "watch.refused",
            "The system watches {count} of {wanted} regions; it refuses the others."
        )
        /// What helps where the system refused one.
        public static let fewerRegions = LocalizedText(
            "watch.fewer_slots",
            "Fewer places are watched at a time; open the app to try again."
        )
        /// Others take slots.
        public static let regionsOfOthers = LocalizedText(
            "watch.slots_of_others",
            "Other parts of the app take {count} of the phone's {limit} slots."
        )
        /// What helps then.
        public static let removeNotifications = LocalizedText(
            "watch.remove_notifications",
            "Remove notifications that are tied to a place."
        )
        /// Regions without a place.
        public static let orphaned = LocalizedPlural(
            "watch.orphaned",
            one: "{count} region is watched that belongs to no place of yours.",
            other: "{count} regions are watched that belong to no place of yours."
        )
        /// What helps then.
        public static let openToRemove = LocalizedText(
            "watch.open_to_remove",
            "Open the app, so that they are removed."
        )
        /// The circle around the person is gone.
        public static let sentinelGone = LocalizedText(
            "watch.sentinel_gone",
            "The circle that tells when other places come near is not watched."
        )
        /// What helps then.
        public static let openToDraw = LocalizedText(
            "watch.open_to_draw",
            "Open the app, so that it is drawn again."
        )
        /// A place is not what it must be.
        public static let unreadable = LocalizedText(
            "watch.unreadable",
            "'{place}' cannot be read, so it is not watched."
        )
        /// What helps then.
        public static let makeAnew = LocalizedText(
            "watch.make_anew",
            "Update the app; if that does not help, delete the place and make it anew."
        )
        /// A place is nowhere.
        public static let nowhere = LocalizedText(
            "watch.nowhere",
            "The middle of '{place}' is no place on Earth, so it is not watched."
        )
        /// What helps then.
        public static let giveAnotherCentre = LocalizedText(
            "watch.give_another_centre",
            "Give it another middle."
        )
        /// A place is larger than what the system watches.
        public static let tooLarge = LocalizedText(
            "watch.too_large",
            "'{place}' is too large for this phone: only {limit} m around its middle are watched."
        )
        /// What helps then.
        public static let giveAnotherRadius = LocalizedText(
            "watch.give_another_radius",
            "Give it a smaller radius."
        )
        /// The phone was carried over an edge, and nothing was told.
        public static let noSignals = LocalizedText(
            "watch.unheard",
            "The phone was carried over the edge of a watched region, and the system told nothing."
        )
        /// A place's type is gone.
        public static let typeGone = LocalizedText(
            "watch.type_gone",
            "The event type of '{place}' is gone; its visits are recorded as '{type}'."
        )
        /// What helps then.
        public static let giveAnotherType = LocalizedText(
            "watch.give_another_type",
            "Give it another type."
        )
        /// Visits in doubt.
        public static let unconfirmed = LocalizedPlural(
            "watch.unconfirmed",
            one: "{count} visit goes on that nothing has confirmed for 12 hours.",
            other: "{count} visits go on that nothing has confirmed for 12 hours."
        )
        /// What helps then.
        public static let openWhereYouAre = LocalizedText(
            "watch.open_where_you_are",
            "Open the app where you are; a visit that nothing confirms ends after 48 hours."
        )
        /// A notice: the person came.
        public static let arrived = LocalizedText("watch.arrived", "Arrived at {place}")
        /// A notice: the person has stayed.
        public static let stayed = LocalizedText("watch.stayed", "Still at {place}")
        /// A notice: the person left.
        public static let left = LocalizedText("watch.left", "Left {place}")
        /// A notice: how long they stayed.
        public static let after = LocalizedText("watch.after", "After {span}")

        static let all: [LocalizedText] =
            [
                wasAllowed, cannotWatch, useAnother, refreshOff, switchRefreshOn, lowPower,
                switchLowPowerOff, restart, openToRegister, refused, fewerRegions,
                regionsOfOthers, removeNotifications, openToRemove, sentinelGone,
                openToDraw, unreadable, makeAnew, nowhere, giveAnotherCentre, tooLarge,
                giveAnotherRadius, noSignals, typeGone, giveAnotherType, openWhereYouAre, arrived,
                stayed, left, after,
            ] + noneWatched.texts + missing.texts + orphaned.texts + unconfirmed.texts
    }
}
