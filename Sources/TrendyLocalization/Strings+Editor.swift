extension Strings {
    /// Texts of the editors of events, event types and properties.
    package enum Editor {
        /// The title for a new event.
        package static let newEvent = LocalizedText("editor.new_event", "New entry")
        /// The title for an existing event.
        package static let editEvent = LocalizedText("editor.edit_event", "Edit entry")
        /// The title for a new event type.
        package static let newType = LocalizedText("editor.new_type", "New type")
        /// The title for an existing event type.
        package static let editType = LocalizedText("editor.edit_type", "Edit type")
        /// The title for a new property.
        package static let newProperty = LocalizedText("editor.new_property", "New detail")
        /// The title for an existing property.
        package static let editProperty = LocalizedText("editor.edit_property", "Edit detail")
        /// The edited entity does not exist any more.
        package static let missing = LocalizedText(
            "editor.missing",
            "This was deleted, here or on another device."
        )
        /// The edited entity could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "editor.unreadable",
            "This could not be opened: {reason}"
        )
        /// The edits could not be saved; `{reason}` says why.
        package static let notSaved = LocalizedText("editor.not_saved", "Not saved: {reason}")
        /// The entity could not be deleted; `{reason}` says why.
        package static let notDeleted = LocalizedText("editor.not_deleted", "Not deleted: {reason}")
        /// An event that health capture recomputes.
        package static let fromHealth = LocalizedText(
            "editor.from_health",
            "This comes from Apple Health. Its times and values change only there; "
                + "you can add a note."
        )
        /// An event of a visit.
        package static let fromPlaces = LocalizedText(
            "editor.from_places",
            "This visit was recorded by this device or another one of yours."
        )
        /// No type is chosen.
        package static let chooseType = LocalizedText("editor.choose_type", "Choose a type.")
        /// The end is before the start.
        package static let endBeforeStart = LocalizedText(
            "editor.end_before_start",
            "The end is before the start."
        )
        /// The note is too long.
        package static let noteTooLong = LocalizedText(
            "editor.note_too_long",
            "The note is too long. Shorten it, or split it over two entries."
        )
        /// A text is too long.
        package static let textTooLong = LocalizedText(
            "editor.text_too_long",
            "This text is too long."
        )
        /// The duration of an event.
        package static let duration = LocalizedText("editor.duration", "Duration: {span}")
        /// The number of whole days of an event.
        package static let days = LocalizedPlural(
            "editor.days",
            one: "{count} day",
            other: "{count} days"
        )
        /// A text that is not a number; `{example}` is one.
        package static let notANumber = LocalizedText(
            "editor.not_a_number",
            "Enter a number, such as {example}."
        )
        /// A text that is not a duration in minutes.
        package static let notADuration = LocalizedText(
            "editor.not_a_duration",
            "Enter a number of minutes, such as 45."
        )
        /// A text that is not a web address.
        package static let notALink = LocalizedText(
            "editor.not_a_link",
            "Enter a link, such as https://example.org."
        )
        /// A text that is not an email address.
        package static let notAnEmail = LocalizedText(
            "editor.not_an_email",
            "Enter an email address, such as name@example.org."
        )
        /// A property value that this version cannot edit.
        package static let notEditable = LocalizedText(
            "editor.not_editable",
            "This version of Trendy cannot edit this value. It is kept as it is."
        )
        /// The unit of durations.
        package static let minutes = LocalizedText("editor.minutes", "min")
        /// A missing name.
        package static let nameMissing = LocalizedText("editor.name_missing", "Enter a name.")
        /// A name that is too long.
        package static let nameTooLong = LocalizedText(
            "editor.name_too_long",
            "The name is too long."
        )
        /// A name that another type has.
        package static let nameTaken = LocalizedText(
            "editor.name_taken",
            "There is a type with this name already."
        )
        /// A name that another property of the type has.
        package static let labelTaken = LocalizedText(
            "editor.label_taken",
            "This type has a detail with this name already."
        )
        /// A choice without options.
        package static let optionsMissing = LocalizedText(
            "editor.options_missing",
            "Enter at least one option to choose from."
        )
        /// Two options are equal.
        package static let optionTwice = LocalizedText(
            "editor.option_twice",
            "Two options are the same."
        )

        static let all: [LocalizedText] =
            [
                newEvent, editEvent, newType, editType, newProperty, editProperty, missing,
                unreadable, notSaved, notDeleted, fromHealth, fromPlaces, chooseType,
                endBeforeStart, noteTooLong, textTooLong, duration, notANumber, notADuration,
                notALink, notAnEmail, notEditable, minutes, nameMissing, nameTooLong, nameTaken,
                labelTaken, optionsMissing, optionTwice,
            ] + days.texts
    }
}
