extension Strings {
    /// The states of places, their remedies, and what to expect of region monitoring.
    package enum PlaceStates {
        /// The place is monitored.
        package static let watched = LocalizedText("place_states.watched", "Watched now")
        /// The place is farther away than those that are monitored.
        package static let rotatedOut = LocalizedText(
            "place_states.rotated_out",
            "Not watched now: other places are nearer"
        )
        /// The explanation of a place that is farther away.
        package static let comeNear = LocalizedText(
            "place_states.come_near",
            "iOS watches 20 places at a time. Trendy watches this one when you come near it."
        )
        /// iOS refuses to monitor the place.
        package static let refused = LocalizedText(
            "place_states.refused",
            "Not watched: iOS refuses this place"
        )
        /// The remedy for a refused place.
        package static let openAgain = LocalizedText(
            "place_states.open_again",
            "Trendy tries again each time you open it. If that does not help, restart the phone."
        )
        /// The permission does not allow monitoring.
        package static let noPermission = LocalizedText(
            "place_states.no_permission",
            "Not watched: Trendy may not use your location all the time"
        )
        /// The remedy for a place that the person has turned off.
        package static let turnOn = LocalizedText(
            "place_states.turn_on",
            "Turn the place on to record visits."
        )
        /// The place is being registered, or was not registered yet.
        package static let unknown = LocalizedText(
            "place_states.unknown",
            "Not yet known whether iOS watches this place"
        )
        /// The remedy for a place that was not registered yet.
        package static let waitToRegister = LocalizedText(
            "place_states.wait_to_register",
            "This takes a few seconds after Trendy has found your location."
        )
        /// The device cannot monitor places.
        package static let unsupported = LocalizedText(
            "place_states.unsupported",
            "This device does not watch places"
        )
        /// The remedy on a device that cannot monitor places.
        package static let usePhone = LocalizedText(
            "place_states.use_phone",
            "Your iPhone records the visits; they appear here after a sync."
        )
        /// The coordinates of a place are not valid.
        package static let invalid = LocalizedText(
            "place_states.invalid",
            "Not watched: the location of this place is not valid"
        )
        /// The remedy for invalid coordinates.
        package static let chooseLocation = LocalizedText(
            "place_states.choose_location",
            "Edit the place and choose its location again."
        )
        /// The distance to a place.
        package static let away = LocalizedText("place_states.away", "{distance} away")
        /// A short distance.
        package static let meters = LocalizedText("place_states.meters", "{count} m")
        /// A long distance.
        package static let kilometers = LocalizedText("place_states.kilometers", "{count} km")
        /// Notifications on entry and exit.
        package static let notifiesBoth = LocalizedText(
            "place_states.notifies_both",
            "Notifies when you arrive and when you leave"
        )
        /// Notifications on entry.
        package static let notifiesArrival = LocalizedText(
            "place_states.notifies_arrival",
            "Notifies when you arrive"
        )
        /// Notifications on exit.
        package static let notifiesDeparture = LocalizedText(
            "place_states.notifies_departure",
            "Notifies when you leave"
        )
        /// The number of places.
        package static let count = LocalizedPlural(
            "place_states.count",
            one: "{count} place",
            other: "{count} places"
        )
        /// The number of places that match a search.
        package static let found = LocalizedPlural(
            "place_states.found",
            one: "{found} of {count} place",
            other: "{found} of {count} places"
        )
        /// No place matches a search.
        package static let noMatch = LocalizedText(
            "place_states.no_match",
            "No place matches '{text}'."
        )
        /// A place has no visits.
        package static let noVisits = LocalizedText("place_states.no_visits", "No visits yet.")
        /// A place was deleted on another screen or device.
        package static let missing = LocalizedText(
            "place_states.missing",
            "This place was deleted."
        )
        /// A button that shows a permission prompt.
        package static let allow = LocalizedText("place_states.allow", "Allow")
        /// A button that opens the Settings app.
        package static let openSettings = LocalizedText(
            "place_states.open_settings",
            "Open Settings"
        )
        /// A button that opens the editor of a place.
        package static let editPlace = LocalizedText("place_states.edit_place", "Edit Place")
        /// A deleted place, with a button to restore it.
        package static let deleted = LocalizedText(
            "place_states.deleted",
            "'{place}' was deleted."
        )
        /// A button that reverts a deletion.
        package static let undo = LocalizedText("place_states.undo", "Undo")
        /// A place could not be changed; `{reason}` says why.
        package static let notSaved = LocalizedText(
            "place_states.not_saved",
            "The place was not changed: {reason}"
        )

        static let all: [LocalizedText] =
            [
                watched, rotatedOut, comeNear, refused, openAgain, noPermission, turnOn, unknown,
                waitToRegister, unsupported, usePhone, invalid, chooseLocation, away, meters,
                kilometers, notifiesBoth, notifiesArrival, notifiesDeparture, noMatch, noVisits,
                missing, allow, openSettings, editPlace, deleted, undo, notSaved,
            ] + count.texts + found.texts
    }
}
