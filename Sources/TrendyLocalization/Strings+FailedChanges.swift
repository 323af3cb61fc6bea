extension Strings {
    /// Texts for failed changes and conflicts.
    package enum FailedChanges {
        /// There are no failed changes.
        package static let nothingFailed = LocalizedText(
            "failed_changes.nothing_failed",
            "Everything that was sent was accepted."
        )
        /// A change failed without a reason.
        package static let noReason = LocalizedText(
            "failed_changes.no_reason",
            "The server gave no reason."
        )
        /// A change that creates an entry.
        package static let created = LocalizedText("failed_changes.created", "{thing} was recorded")
        /// A change that updates an entry.
        package static let updated = LocalizedText("failed_changes.updated", "{thing} was changed")
        /// A change that deletes an entry.
        package static let deleted = LocalizedText("failed_changes.deleted", "{thing} was deleted")
        /// The number of attempts.
        package static let attempts = LocalizedPlural(
            "failed_changes.attempts",
            one: "Tried once, recorded {ago}",
            other: "Tried {count} times, recorded {ago}"
        )
        /// The time of the first attempt.
        package static let firstAttempt = LocalizedText(
            "failed_changes.first_attempt",
            "First tried {ago}"
        )
        /// The time of the last attempt.
        package static let lastAttempt = LocalizedText(
            "failed_changes.last_attempt",
            "Last tried {ago}"
        )
        /// The change is stale.
        package static let stale = LocalizedText(
            "failed_changes.stale",
            "Tried for three days without success."
        )
        /// The action that sends a change again.
        package static let retry = LocalizedText("failed_changes.retry", "Try again")
        /// The effect of trying again.
        package static let retryWhy = LocalizedText(
            "failed_changes.retry_why",
            "Sends the change again, unmodified, with the next sync."
        )
        /// The action that edits a change.
        package static let edit = LocalizedText("failed_changes.edit", "Edit")
        /// The effect of editing.
        package static let editWhy = LocalizedText(
            "failed_changes.edit_why",
            "Sends a corrected version as a new change."
        )
        /// The action that discards a change.
        package static let discard = LocalizedText("failed_changes.discard", "Discard")
        /// The effect of discarding.
        package static let discardWhy = LocalizedText(
            "failed_changes.discard_why",
            "Restores the server's version. An entry that never reached the server is deleted."
        )
        /// The action that exports a change to a file.
        package static let export = LocalizedText("failed_changes.export", "Export")
        /// The effect of exporting.
        package static let exportWhy = LocalizedText(
            "failed_changes.export_why",
            "Saves the change to a file before you discard it."
        )
        /// Why a deletion cannot be edited.
        package static let editDeleted = LocalizedText(
            "failed_changes.edit_deleted",
            "A deletion cannot be edited: try again or discard it."
        )
        /// Why a change cannot be edited on this screen.
        package static let editElsewhere = LocalizedText(
            "failed_changes.edit_elsewhere",
            "Edit the entry where you created it; it is then sent as a new change."
        )
        /// There are no open conflicts.
        package static let noConflicts = LocalizedText(
            "failed_changes.no_conflicts",
            "No conflicts."
        )
        /// A conflict between an edit and a deletion.
        package static let conflictDeleted = LocalizedText(
            "failed_changes.conflict_deleted",
            "The entry was deleted; {whose} edit is kept."
        )
        /// A conflict in one field.
        package static let conflictField = LocalizedText(
            "failed_changes.conflict_field",
            "{field} is {current}; {whose} value was {replaced}."
        )
        /// The losing value is this device's.
        package static let ours = LocalizedText("failed_changes.ours", "this device's")
        /// The losing value is another device's.
        package static let theirs = LocalizedText("failed_changes.theirs", "the other device's")
        /// A cleared value.
        package static let cleared = LocalizedText("failed_changes.cleared", "empty")
        /// The action that restores the losing value.
        package static let undo = LocalizedText("failed_changes.undo", "Restore")
        /// The effect of restoring.
        package static let undoWhy = LocalizedText(
            "failed_changes.undo_why",
            "Restores the replaced value on all your devices."
        )
        /// The action that closes a conflict.
        package static let accept = LocalizedText("failed_changes.accept", "Accept")
        /// The effect of closing.
        package static let acceptWhy = LocalizedText(
            "failed_changes.accept_why",
            "Keeps the current value and closes the conflict."
        )
        /// The setting that the person resolves the conflicts of an event type.
        package static let askFirst = LocalizedText("failed_changes.ask_first", "Ask me first")
        /// The effect of the setting.
        package static let askFirstWhy = LocalizedText(
            "failed_changes.ask_first_why",
            "The server's value applies until you decide, even when yours is newer. This setting "
                + "stays on this device."
        )
        /// The title of this device's values.
        package static let thisDevice = LocalizedText("failed_changes.this_device", "This device")
        /// The title of the other device's values.
        package static let otherDevice = LocalizedText(
            "failed_changes.other_device",
            "Other device"
        )
        /// The side of a conflict that deleted the entry.
        package static let sideDeleted = LocalizedText("failed_changes.side_deleted", "Deleted")
        /// The side of a conflict that edited a deleted entry.
        package static let sideEdited = LocalizedText("failed_changes.side_edited", "Edited")
        /// The whole entry, in a conflict between an edit and a deletion.
        package static let fieldEntry = LocalizedText(
            "failed_changes.field_entry",
            "The whole entry"
        )
        /// An action failed; `{reason}` says why.
        package static let failed = LocalizedText("failed_changes.failed", "This failed: {reason}")
        /// The list could not be read; `{reason}` says why.
        package static let unreadable = LocalizedText(
            "failed_changes.unreadable",
            "The list may be out of date: {reason}"
        )
        /// An event.
        package static let entityEvent = LocalizedText(
            "failed_changes.entity_event",
            "{type}, {time}"
        )
        /// An event type.
        package static let entityType = LocalizedText(
            "failed_changes.entity_type",
            "The type {name}"
        )
        /// A property's definition.
        package static let entityDefinition = LocalizedText(
            "failed_changes.entity_definition",
            "The property {name}"
        )
        /// A place.
        package static let entityPlace = LocalizedText(
            "failed_changes.entity_place",
            "The place {name}"
        )
        /// An entry that no longer exists.
        package static let entityMissing = LocalizedText(
            "failed_changes.entity_missing",
            "A deleted entry"
        )
        /// A field of an event.
        package static let fieldNotes = LocalizedText("failed_changes.field_notes", "The note")
        /// A field of an event.
        package static let fieldTime = LocalizedText("failed_changes.field_time", "The time")
        /// A field of an event.
        package static let fieldEnd = LocalizedText("failed_changes.field_end", "The end")
        /// A field of an event.
        package static let fieldType = LocalizedText("failed_changes.field_type", "The type")
        /// A field of a type or place.
        package static let fieldName = LocalizedText("failed_changes.field_name", "The name")
        /// A field of an event.
        package static let fieldProperties = LocalizedText(
            "failed_changes.field_properties",
            "The list of properties"
        )
        /// A field of an event.
        package static let fieldPlace = LocalizedText("failed_changes.field_place", "The place")

        static let all: [LocalizedText] =
            [
                nothingFailed, noReason, created, updated, deleted, firstAttempt, lastAttempt,
                askFirst,
                askFirstWhy, thisDevice, otherDevice, sideDeleted, sideEdited, fieldEntry, stale,
                retry, retryWhy, edit,
                editWhy, discard, discardWhy, export, exportWhy, editDeleted, editElsewhere,
                noConflicts, conflictDeleted, conflictField, ours, theirs, cleared, undo,
                undoWhy, accept, acceptWhy, failed, unreadable, entityEvent, entityType,
                entityDefinition, entityPlace, entityMissing, fieldNotes, fieldTime, fieldEnd,
                fieldType,
                fieldName, fieldProperties, fieldPlace,
            ] + attempts.texts
    }
}
