extension Strings {
    /// The editor of a place.
    package enum PlaceEditor {
        /// The title for a new place.
        package static let newPlace = LocalizedText("place_editor.new_place", "New Place")
        /// The title for an existing place.
        package static let editPlace = LocalizedText("place_editor.edit_place", "Edit Place")
        /// The name is empty.
        package static let nameMissing = LocalizedText(
            "place_editor.name_missing",
            "Enter a name."
        )
        /// The name is too long.
        package static let nameTooLong = LocalizedText(
            "place_editor.name_too_long",
            "Use at most {limit} characters."
        )
        /// Another place has the name.
        package static let nameTaken = LocalizedText(
            "place_editor.name_taken",
            "Another place has this name."
        )
        /// There is no location.
        package static let centerMissing = LocalizedText(
            "place_editor.center_missing",
            "Choose a location on the map, or use your current location."
        )
        /// The radius is too small.
        package static let radiusTooSmall = LocalizedText(
            "place_editor.radius_too_small",
            "Use at least {limit} m: iOS does not notice smaller places reliably."
        )
        /// The radius is too large.
        package static let radiusTooLarge = LocalizedText(
            "place_editor.radius_too_large",
            "Use at most {limit} m."
        )
        /// The phone could not be located.
        package static let notLocated = LocalizedText(
            "place_editor.not_located",
            "Your location could not be found. Try again, or choose it on the map."
        )

        static let all: [LocalizedText] = [
            newPlace, editPlace, nameMissing, nameTooLong, nameTaken, centerMissing,
            radiusTooSmall, radiusTooLarge, notLocated,
        ]
    }
}
