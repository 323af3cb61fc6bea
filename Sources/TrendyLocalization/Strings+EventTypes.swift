extension Strings {
    /// Texts of event types, quick log and undo.
    package enum EventTypes {
        /// There are no event types.
        package static let nothing = LocalizedText(
            "event_types.nothing",
            "No types yet. Create one to log entries with a tap."
        )
        /// The event types could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "event_types.unreadable",
            "The types may be out of date: {reason}"
        )
        /// The order of the properties could not be saved; `{reason}` says why.
        package static let notMoved = LocalizedText(
            "event_types.not_moved",
            "The order was not saved: {reason}"
        )
        /// A type without properties.
        package static let noProperties = LocalizedText(
            "event_types.no_properties",
            "No details"
        )
        /// The number of a type's properties.
        package static let properties = LocalizedPlural(
            "event_types.properties",
            one: "{count} detail",
            other: "{count} details"
        )
        /// Asks before a type without events is deleted.
        package static let deleteUnused = LocalizedText(
            "event_types.delete_unused",
            "Delete the type {name}?"
        )
        /// Asks before a type is deleted with its events.
        package static let deleteUsed = LocalizedPlural(
            "event_types.delete_used",
            one: "Delete the type {name} and its {count} entry? This cannot be undone.",
            other: "Delete the type {name} and its {count} entries? This cannot be undone."
        )
        /// An event was logged with one tap.
        package static let logged = LocalizedText("event_types.logged", "{name} logged")
        /// An event was deleted.
        package static let deleted = LocalizedText("event_types.deleted", "{name} deleted")
        /// The action that reverts the last action.
        package static let undo = LocalizedText("event_types.undo", "Undo")
        /// An event could not be logged; `{reason}` says why.
        package static let notLogged = LocalizedText(
            "event_types.not_logged",
            "Not logged: {reason}"
        )
        /// The last action could not be reverted; `{reason}` says why.
        package static let notUndone = LocalizedText(
            "event_types.not_undone",
            "Not undone: {reason}"
        )

        static let all: [LocalizedText] =
            [
                nothing, unreadable, notMoved, noProperties, deleteUnused, logged, deleted, undo,
                notLogged, notUndone,
            ] + properties.texts + deleteUsed.texts
    }
}
