extension Words {
    /// What a person decides: about what was not accepted, and about conflicts.
    public enum Decisions {
        /// No change failed.
        public static let nothingFailed = Phrase(
            "decisions.nothing_failed",
            "Everything that was sent was accepted."
        )
        /// A change failed, and nobody says why.
        public static let noReason = Phrase("decisions.no_reason", "The server gave no reason.")
        /// A change that makes something.
        public static let created = Phrase("decisions.created", "{thing} was recorded")
        /// A change of something.
        public static let updated = Phrase("decisions.updated", "{thing} was changed")
        /// A change that deletes something.
        public static let deleted = Phrase("decisions.deleted", "{thing} was deleted")
        /// How often it was tried.
        public static let attempts = CountedPhrase(
            "decisions.attempts",
            one: "Tried once, recorded {ago}",
            other: "Tried {count} times, recorded {ago}"
        )
        /// It was tried for too long.
        public static let stale = Phrase("decisions.stale", "Tried for three days without success.")
        /// The action that sends a change again.
        public static let retry = Phrase("decisions.retry", "Try again")
        /// What that action does.
        public static let retryWhy = Phrase(
            "decisions.retry_why",
            "Sends it again with the next sync, as it is."
        )
        /// The action that corrects a change.
        public static let edit = Phrase("decisions.edit", "Edit")
        /// What that action does.
        public static let editWhy = Phrase(
            "decisions.edit_why",
            "Corrects it; it is then sent as a new change."
        )
        /// The action that gives a change up.
        public static let discard = Phrase("decisions.discard", "Give up")
        /// What that action does.
        public static let discardWhy = Phrase(
            "decisions.discard_why",
            "The entry becomes again what the server has; what the server never had is gone."
        )
        /// The action that writes a change out.
        public static let export = Phrase("decisions.export", "Export")
        /// What that action does.
        public static let exportWhy = Phrase(
            "decisions.export_why",
            "Writes it to a file, so that nothing is lost when you give it up."
        )
        /// Why an action is not there.
        public static let editDeleted = Phrase(
            "decisions.edit_deleted",
            "A deletion cannot be edited: try it again or give it up."
        )
        /// Why an action is not there.
        public static let editElsewhere = Phrase(
            "decisions.edit_elsewhere",
            "Edit it where you made it; it is then sent as a new change."
        )
        /// No conflict is open.
        public static let noConflicts = Phrase("decisions.no_conflicts", "No conflicts.")
        /// A whole entry that lost.
        public static let conflictDeleted = Phrase(
            "decisions.conflict_deleted",
            "It was deleted; {whose} edit of it is kept."
        )
        /// A field that lost.
        public static let conflictField = Phrase(
            "decisions.conflict_field",
            "{field} is {stands}; {whose} value was {lost}."
        )
        /// Whose value lost.
        public static let ours = Phrase("decisions.ours", "this device's")
        /// Whose value lost.
        public static let theirs = Phrase("decisions.theirs", "the other device's")
        /// A value that was cleared.
        public static let cleared = Phrase("decisions.cleared", "empty")
        /// The action that restores a value.
        public static let takeBack = Phrase("decisions.take_back", "Take it back")
        /// What that action does.
        public static let takeBackWhy = Phrase(
            "decisions.take_back_why",
            "Puts the value that lost back, on all your devices."
        )
        /// The action that closes a conflict.
        public static let agree = Phrase("decisions.agree", "Agree")
        /// What that action does.
        public static let agreeWhy = Phrase(
            "decisions.agree_why",
            "What stands stays, and this entry goes."
        )
        /// An action failed.
        public static let failed = Phrase("decisions.failed", "That did not work: {reason}")
        /// The list could not be read.
        public static let unreadable = Phrase(
            "decisions.unreadable",
            "The list may be out of date: {reason}"
        )
        /// An event.
        public static let thingEvent = Phrase("decisions.thing_event", "{type}, {time}")
        /// An event type.
        public static let thingType = Phrase("decisions.thing_type", "The type {name}")
        /// A property's definition.
        public static let thingDefinition = Phrase(
            "decisions.thing_definition",
            "The property {name}"
        )
        /// A place.
        public static let thingPlace = Phrase("decisions.thing_place", "The place {name}")
        /// What is not here any more.
        public static let thingGone = Phrase("decisions.thing_gone", "An entry that is gone")
        /// A field of an event.
        public static let fieldNotes = Phrase("decisions.field_notes", "The note")
        /// A field of an event.
        public static let fieldTime = Phrase("decisions.field_time", "The time")
        /// A field of an event.
        public static let fieldEnd = Phrase("decisions.field_end", "The end")
        /// A field of an event.
        public static let fieldType = Phrase("decisions.field_type", "The type")
        /// A field of a type or place.
        public static let fieldName = Phrase("decisions.field_name", "The name")
        /// A field of an event.
        public static let fieldProperties = Phrase(
            "decisions.field_properties",
            "The list of properties"
        )
        /// A field of an event.
        public static let fieldPlace = Phrase("decisions.field_place", "The place")

        static let all: [Phrase] =
            [
                nothingFailed, noReason, created, updated, deleted, stale, retry, retryWhy, edit,
                editWhy, discard, discardWhy, export, exportWhy, editDeleted, editElsewhere,
                noConflicts, conflictDeleted, conflictField, ours, theirs, cleared, takeBack,
                takeBackWhy, agree, agreeWhy, failed, unreadable, thingEvent, thingType,
                thingDefinition, thingPlace, thingGone, fieldNotes, fieldTime, fieldEnd, fieldType,
                fieldName, fieldProperties, fieldPlace,
            ] + attempts.phrases
    }
}
