extension Strings {
    /// What a person decides: about what was not accepted, and about conflicts.
    public enum FailedChanges {
        /// No change failed.
        public static let nothingFailed = LocalizedText(
            "decisions.nothing_failed",
            "Everything that was sent was accepted."
        )
        /// A change failed, and nobody says why.
        public static let noReason = LocalizedText(
            "decisions.no_reason",
            "The server gave no reason."
        )
        /// A change that makes something.
        public static let created = LocalizedText("decisions.created", "{thing} was recorded")
        /// A change of something.
        public static let updated = LocalizedText("decisions.updated", "{thing} was changed")
        /// A change that deletes something.
        public static let deleted = LocalizedText("decisions.deleted", "{thing} was deleted")
        /// How often it was tried.
        public static let attempts = LocalizedPlural(
            "decisions.attempts",
            one: "Tried once, recorded {ago}",
            other: "Tried {count} times, recorded {ago}"
        )
        /// It was tried for too long.
        public static let stale = LocalizedText(
            "decisions.stale",
            "Tried for three days without success."
        )
        /// The action that sends a change again.
        public static let retry = LocalizedText("decisions.retry", "Try again")
        /// What that action does.
        public static let retryWhy = LocalizedText(
            "decisions.retry_why",
            "Sends it again with the next sync, as it is."
        )
        /// The action that corrects a change.
        public static let edit = LocalizedText("decisions.edit", "Edit")
        /// What that action does.
        public static let editWhy = LocalizedText(
            "decisions.edit_why",
            "Corrects it; it is then sent as a new change."
        )
        /// The action that gives a change up.
        public static let discard = LocalizedText("decisions.discard", "Give up")
        /// What that action does.
        public static let discardWhy = LocalizedText(
            "decisions.discard_why",
            "The entry becomes again what the server has; what the server never had is gone."
        )
        /// The action that writes a change out.
        public static let export = LocalizedText("decisions.export", "Export")
        /// What that action does.
        public static let exportWhy = LocalizedText(
            "decisions.export_why",
            "Writes it to a file, so that nothing is lost when you give it up."
        )
        /// Why an action is not there.
        public static let editDeleted = LocalizedText(
            "decisions.edit_deleted",
            "A deletion cannot be edited: try it again or give it up."
        )
        /// Why an action is not there.
        public static let editElsewhere = LocalizedText(
            "decisions.edit_elsewhere",
            "Edit it where you made it; it is then sent as a new change."
        )
        /// No conflict is open.
        public static let noConflicts = LocalizedText("decisions.no_conflicts", "No conflicts.")
        /// A whole entry that lost.
        public static let conflictDeleted = LocalizedText(
            "decisions.conflict_deleted",
            "It was deleted; {whose} edit of it is kept."
        )
        /// A field that lost.
        public static let conflictField = LocalizedText(
            "decisions.conflict_field",
            "{field} is {stands}; {whose} value was {lost}."
        )
        /// Whose value lost.
        public static let ours = LocalizedText("decisions.ours", "this device's")
        /// Whose value lost.
        public static let theirs = LocalizedText("decisions.theirs", "the other device's")
        /// A value that was cleared.
        public static let cleared = LocalizedText("decisions.cleared", "empty")
        /// The action that restores a value.
        public static let undo = LocalizedText("decisions.take_back", "Take it back")
        /// What that action does.
        public static let undoWhy = LocalizedText(
            "decisions.take_back_why",
            "Puts the value that lost back, on all your devices."
        )
        /// The action that closes a conflict.
        public static let agree = LocalizedText("decisions.agree", "Agree")
        /// What that action does.
        public static let agreeWhy = LocalizedText(
            "decisions.agree_why",
            "What stands stays, and this entry goes."
        )
        /// An action failed.
        public static let failed = LocalizedText("decisions.failed", "That did not work: {reason}")
        /// The list could not be read.
        public static let unreadable = LocalizedText(
            "decisions.unreadable",
            "The list may be out of date: {reason}"
        )
        /// An event.
        public static let entityEvent = LocalizedText("decisions.thing_event", "{type}, {time}")
        /// An event type.
        public static let entityType = LocalizedText("decisions.thing_type", "The type {name}")
        /// A property's definition.
        public static let entityDefinition = LocalizedText(
            "decisions.thing_definition",
            "The property {name}"
        )
        /// A place.
        public static let entityPlace = LocalizedText("decisions.thing_place", "The place {name}")
        /// What is not here any more.
        public static let entityMissing = LocalizedText(
            "decisions.thing_gone",
            "An entry that is gone"
        )
        /// A field of an event.
        public static let fieldNotes = LocalizedText("decisions.field_notes", "The note")
        /// A field of an event.
        public static let fieldTime = LocalizedText("decisions.field_time", "The time")
        /// A field of an event.
        public static let fieldEnd = LocalizedText("decisions.field_end", "The end")
        /// A field of an event.
        public static let fieldType = LocalizedText("decisions.field_type", "The type")
        /// A field of a type or place.
        public static let fieldName = LocalizedText("decisions.field_name", "The name")
        /// A field of an event.
        public static let fieldProperties = LocalizedText(
            "decisions.field_properties",
            "The list of properties"
        )
        /// A field of an event.
        public static let fieldPlace = LocalizedText("decisions.field_place", "The place")

        static let all: [LocalizedText] =
            [
                nothingFailed, noReason, created, updated, deleted, stale, retry, retryWhy, edit,
                editWhy, discard, discardWhy, export, exportWhy, editDeleted, editElsewhere,
                noConflicts, conflictDeleted, conflictField, ours, theirs, cleared, undo,
                undoWhy, agree, agreeWhy, failed, unreadable, entityEvent, entityType,
                entityDefinition, entityPlace, entityMissing, fieldNotes, fieldTime, fieldEnd,
                fieldType,
                fieldName, fieldProperties, fieldPlace,
            ] + attempts.texts
    }
}
