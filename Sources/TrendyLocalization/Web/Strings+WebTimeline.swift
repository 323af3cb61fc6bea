extension Strings {
    /// Texts of the web pages: timeline, event types and their editors.
    package enum WebTimeline {
        package static let search = LocalizedText("web_timeline.search", "Search")
        package static let period = LocalizedText("web_timeline.period", "Period")
        package static let day = LocalizedText("web_timeline.day", "Day")
        package static let show = LocalizedText("web_timeline.show", "Show")
        package static let filter = LocalizedText(
            "web_timeline.filter",
            "Filter by type, place or source"
        )
        package static let types = LocalizedText("web_timeline.types", "Types")
        package static let places = LocalizedText("web_timeline.places", "Places")
        package static let sources = LocalizedText("web_timeline.sources", "Sources")
        package static let showAll = LocalizedText("web_timeline.show_all", "Show all")
        package static let unknownPeriod = LocalizedText(
            "web_timeline.unknown_period",
            "There is no such period. All time is shown."
        )
        package static let invalidDay = LocalizedText(
            "web_timeline.invalid_day",
            "Enter a day, such as 2026-03-04."
        )
        package static let invalidTime = LocalizedText(
            "web_timeline.invalid_time",
            "Enter a time, such as 14:30."
        )
        package static let unknownChoice = LocalizedText(
            "web_timeline.unknown_choice",
            "The filter refers to something that no longer exists, so that part is left out."
        )
        package static let quickLog = LocalizedText("web_timeline.quick_log", "Quick log")
        package static let moreTypes = LocalizedText("web_timeline.more_types", "More types")
        /// The action of a button with the name of a type behind it.
        package static let log = LocalizedText("web_timeline.log", "Log")
        package static let notLogged = LocalizedText("web_timeline.not_logged", "Not logged")
        package static let dayBefore = LocalizedText("web_timeline.day_before", "Day before")
        package static let dayAfter = LocalizedText("web_timeline.day_after", "Day after")
        /// The heading of the events of a day.
        package static let entries = LocalizedText("web_timeline.entries", "Entries")
        package static let pages = LocalizedText("web_timeline.pages", "Pages of the timeline")
        package static let newest = LocalizedText("web_timeline.newest", "Newest entries")
        package static let older = LocalizedText("web_timeline.older", "Older entries")
        package static let restored = LocalizedText("web_timeline.restored", "{name} restored")
        package static let saved = LocalizedText("web_timeline.saved", "{name} saved")
        package static let open = LocalizedText("web_timeline.open", "Open {name}")
        /// The heading of a day's ribbons.
        package static let rhythm = LocalizedText("web_timeline.rhythm", "The day")
        package static let onMap = LocalizedText("web_timeline.on_map", "Show on the map")
        package static let noRhythm = LocalizedText(
            "web_timeline.no_rhythm",
            "No stays, sleep, workouts or entries of this day are known."
        )
        package static let rhythmCaption = LocalizedText(
            "web_timeline.rhythm_caption",
            "Stays, sleep, workouts and entries of the day"
        )
        package static let what = LocalizedText("web_timeline.what", "What and when")
        package static let kind = LocalizedText("web_timeline.kind", "Kind")
        package static let stay = LocalizedText("web_timeline.stay", "Stay")
        package static let sleep = LocalizedText("web_timeline.sleep", "Sleep")
        package static let workout = LocalizedText("web_timeline.workout", "Workout")
        package static let entry = LocalizedText("web_timeline.entry", "Entry")
        package static let chooseType = LocalizedText(
            "web_timeline.choose_type",
            "What do you want to log?"
        )
        package static let choose = LocalizedText("web_timeline.choose", "Choose…")
        package static let type = LocalizedText("web_timeline.type", "Type")
        package static let applyType = LocalizedText("web_timeline.apply_type", "Show its details")
        package static let times = LocalizedText("web_timeline.times", "When")
        package static let startDay = LocalizedText("web_timeline.start_day", "Starts on")
        package static let startTime = LocalizedText("web_timeline.start_time", "Starts at")
        package static let endDay = LocalizedText("web_timeline.end_day", "Ends on (optional)")
        package static let endTime = LocalizedText("web_timeline.end_time", "Ends at (optional)")
        package static let timesHint = LocalizedText(
            "web_timeline.times_hint",
            "Times are in the time zone {zone}."
        )
        package static let details = LocalizedText("web_timeline.details", "Details")
        package static let note = LocalizedText("web_timeline.note", "Note")
        package static let saveMine = LocalizedText("web_timeline.save_mine", "Save what I entered")
        package static let starts = LocalizedText("web_timeline.starts", "Starts")
        package static let ends = LocalizedText("web_timeline.ends", "Ends")
        package static let delete = LocalizedText("web_timeline.delete", "Delete entry")
        package static let noValue = LocalizedText("web_timeline.no_value", "No value")
        package static let dayOf = LocalizedText("web_timeline.day_of", "{name}: day")
        package static let timeOf = LocalizedText("web_timeline.time_of", "{name}: time (optional)")
        package static let changed = LocalizedText(
            "web_timeline.changed",
            "This entry was changed meanwhile"
        )
        package static let changedText = LocalizedText(
            "web_timeline.changed_text",
            "Another browser or device changed it while this form was open. Nothing of what "
                + "you entered is saved yet. Save it with the button of the form below, or keep "
                + "what is stored."
        )
        package static let changedCaption = LocalizedText(
            "web_timeline.changed_caption",
            "What differs"
        )
        package static let keepStored = LocalizedText(
            "web_timeline.keep_stored",
            "Keep what is stored"
        )
        package static let field = LocalizedText("web_timeline.field", "Field")
        package static let stored = LocalizedText("web_timeline.stored", "Stored now")
        package static let entered = LocalizedText("web_timeline.entered", "You entered")
        package static let notEntered = LocalizedText(
            "web_timeline.not_entered",
            "not changed by you"
        )
        /// The title of the page of a deleted entry or type.
        package static let missing = LocalizedText(
            "web_timeline.missing",
            "This entry does not exist"
        )
        package static let toTimeline = LocalizedText("web_timeline.to_timeline", "To the timeline")
        package static let restore = LocalizedText("web_timeline.restore", "Restore it")
        package static let enteredHeading = LocalizedText(
            "web_timeline.entered_heading",
            "What you entered is not lost"
        )
        package static let enteredText = LocalizedText(
            "web_timeline.entered_text",
            "The entry was deleted while its form was open. You can save what you entered as "
                + "a new entry."
        )
        package static let enteredNoteText = LocalizedText(
            "web_timeline.entered_note_text",
            "The entry was deleted while its form was open. Copy your note if you still need it."
        )
        package static let saveAsNew = LocalizedText(
            "web_timeline.save_as_new",
            "Save as a new entry"
        )
        package static let notRestored = LocalizedText(
            "web_timeline.not_restored",
            "This can no longer be undone"
        )
        package static let notRestoredText = LocalizedText(
            "web_timeline.not_restored_text",
            "A deletion can be undone for ten minutes in the browser that deleted the entry."
        )
        package static let captured = LocalizedText(
            "web_timeline.captured",
            "Recorded automatically"
        )
        package static let name = LocalizedText("web_timeline.name", "Name")
        package static let color = LocalizedText("web_timeline.color", "Colour")
        package static let icon = LocalizedText("web_timeline.icon", "Icon")
        package static let deleteType = LocalizedText("web_timeline.delete_type", "Delete type")
        package static let noDetails = LocalizedText(
            "web_timeline.no_details",
            "No details yet: add one to record amounts, choices or notes with each entry."
        )
        package static let moveUp = LocalizedText("web_timeline.move_up", "Move {name} up")
        package static let moveDown = LocalizedText("web_timeline.move_down", "Move {name} down")
        package static let changedTo = LocalizedText(
            "web_timeline.changed_to",
            "Meanwhile this was changed to {value}. Save again to replace it."
        )
        package static let kindOfValue = LocalizedText(
            "web_timeline.kind_of_value",
            "What it records"
        )
        package static let options = LocalizedText("web_timeline.options", "Options of a choice")
        package static let optionsHint = LocalizedText(
            "web_timeline.options_hint",
            "One a line. Only a choice has options."
        )
        package static let deleteDetail = LocalizedText(
            "web_timeline.delete_detail",
            "Delete detail"
        )
        package static let deleteDetailWhy = LocalizedText(
            "web_timeline.delete_detail_why",
            "The values in your entries stay."
        )

        static let all: [LocalizedText] = [
            search, period, day, show, filter, types, places, sources, showAll, unknownPeriod,
            invalidDay, invalidTime, unknownChoice, quickLog, moreTypes, log, notLogged,
            dayBefore, dayAfter, entries, pages, newest, older, restored, saved, open, rhythm,
            onMap, noRhythm, rhythmCaption, what, kind, stay, sleep, workout, entry, chooseType,
            choose, type, applyType, times, startDay, startTime, endDay, endTime, timesHint,
            details, note, saveMine, starts, ends, delete, noValue, dayOf, timeOf, changed,
            changedText, changedCaption, keepStored, field, stored, entered, notEntered, missing,
            toTimeline, restore, enteredHeading, enteredText, enteredNoteText, saveAsNew,
            notRestored, notRestoredText, captured, name, color, icon, deleteType, noDetails,
            moveUp, moveDown, changedTo, kindOfValue, options, optionsHint, deleteDetail,
            deleteDetailWhy,
        ]
    }
}
