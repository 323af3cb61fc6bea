extension Strings {
    /// Texts of the web pages: import and export.
    package enum WebTransfer {
        package static let importTitle = LocalizedText("web_transfer.import_title", "Import")
        package static let importIntro = LocalizedText(
            "web_transfer.import_intro",
            "Add what other apps recorded. Importing a file again adds only what is new; "
                + "nothing is ever doubled."
        )
        package static let chooseFile = LocalizedText("web_transfer.choose_file", "File")
        package static let upload = LocalizedText("web_transfer.upload", "Upload and import")
        package static let accepted = LocalizedText(
            "web_transfer.accepted",
            "Apple Health export (zip or XML), GPX track, or JSON that Trendy exported; "
                + "up to {size}."
        )
        package static let howTo = LocalizedText("web_transfer.how_to", "How to get the file")
        package static let howToHealth = LocalizedText(
            "web_transfer.how_to_health",
            "Apple Health: open the Health app on the iPhone, tap your picture, then "
                + "Export All Health Data. Save the zip and choose it here."
        )
        package static let howToTrack = LocalizedText(
            "web_transfer.how_to_track",
            "GPX: export the recorded track in the app that recorded it. Stays of 20 "
                + "minutes or more at your places become visits."
        )
        package static let howToTrendy = LocalizedText(
            "web_transfer.how_to_trendy",
            "Trendy: choose Everything below, on any device or server of yours."
        )
        package static let importsTitle = LocalizedText(
            "web_transfer.imports_title",
            "Your imports"
        )
        package static let noImports = LocalizedText(
            "web_transfer.no_imports",
            "Nothing was imported here yet."
        )
        package static let progressOf = LocalizedText(
            "web_transfer.progress_of",
            "Progress of {name}"
        )
        package static let uploadingState = LocalizedText(
            "web_transfer.uploading_state",
            "Uploading"
        )
        package static let uploadedOf = LocalizedText(
            "web_transfer.uploaded_of",
            "{received} of {size} uploaded"
        )
        package static let interrupted = LocalizedText(
            "web_transfer.interrupted",
            "Upload not complete"
        )
        package static let resumeHint = LocalizedText(
            "web_transfer.resume_hint",
            "{received} of {size} are here. Choose the same file again to go on where it "
                + "stopped."
        )
        package static let waitingState = LocalizedText("web_transfer.waiting_state", "Waiting")
        package static let waitingText = LocalizedText(
            "web_transfer.waiting_text",
            "The upload is complete. The import starts after the one before it."
        )
        package static let importingState = LocalizedText(
            "web_transfer.importing_state",
            "Importing"
        )
        package static let doneState = LocalizedText("web_transfer.done_state", "Imported")
        package static let failedState = LocalizedText("web_transfer.failed_state", "Not imported")
        package static let preparing = LocalizedText(
            "web_transfer.preparing",
            "Looking at the file"
        )
        package static let checking = LocalizedText("web_transfer.checking", "Checking the file")
        package static let reading = LocalizedText("web_transfer.reading", "Reading the file")
        package static let computing = LocalizedText("web_transfer.computing", "Computing {metric}")
        package static let percent = LocalizedText("web_transfer.percent", "{percent} %")
        package static let canLeave = LocalizedText(
            "web_transfer.can_leave",
            "You can leave this page; the import goes on."
        )
        package static let reload = LocalizedText("web_transfer.reload", "Load again")
        package static let stop = LocalizedText("web_transfer.stop", "Stop")
        package static let stopNamed = LocalizedText(
            "web_transfer.stop_named",
            "Stop the upload of {name}"
        )
        package static let stopImportNamed = LocalizedText(
            "web_transfer.stop_import_named",
            "Stop the import of {name}"
        )
        package static let forget = LocalizedText("web_transfer.forget", "Remove from this list")
        package static let forgetNamed = LocalizedText(
            "web_transfer.forget_named",
            "Remove {name} from this list"
        )
        package static let repeated = LocalizedText(
            "web_transfer.repeated",
            "This is the same file as one that was imported before, so there is nothing "
                + "new in it. To read it again, remove the earlier import from this list first."
        )
        package static let alreadyImported = LocalizedText(
            "web_transfer.already_imported",
            "{name} was imported before, so it was not uploaded again. To read it again, "
                + "remove it from the list first."
        )
        package static let leftOutTitle = LocalizedText(
            "web_transfer.left_out_title",
            "What was left out"
        )
        package static let leftOutCaption = LocalizedText(
            "web_transfer.left_out_caption",
            "Parts of {name} that were not imported, and why"
        )
        package static let partColumn = LocalizedText("web_transfer.part_column", "Part")
        package static let countColumn = LocalizedText("web_transfer.count_column", "Number")
        package static let reasonColumn = LocalizedText("web_transfer.reason_column", "Reason")
        package static let seeTimeline = LocalizedText(
            "web_transfer.see_timeline",
            "See what was added"
        )
        package static let noFile = LocalizedText("web_transfer.no_file", "Choose a file first.")
        package static let notPossible = LocalizedText(
            "web_transfer.not_possible",
            "Files cannot be imported here."
        )
        package static let emptyTitle = LocalizedText(
            "web_transfer.empty_title",
            "The file is empty"
        )
        package static let emptyText = LocalizedText(
            "web_transfer.empty_text",
            "Nothing was changed. Export it again with the phone unlocked, and choose "
                + "the complete file."
        )
        package static let tooLargeTitle = LocalizedText(
            "web_transfer.too_large_title",
            "The file is too large"
        )
        package static let tooLargeText = LocalizedText(
            "web_transfer.too_large_text",
            "Files up to {size} can be imported here. Nothing was changed. Import it "
                + "with the command line on a computer instead, and sync."
        )
        package static let tooManyTitle = LocalizedText(
            "web_transfer.too_many_title",
            "Too many uploads"
        )
        package static let tooManyText = LocalizedText(
            "web_transfer.too_many_text",
            "Wait until the others are imported, or remove those that stopped from the list."
        )
        package static let tooManyBytesTitle = LocalizedText(
            "web_transfer.too_many_bytes_title",
            "Your uploads are too large together"
        )
        package static let tooManyBytesText = LocalizedText(
            "web_transfer.too_many_bytes_text",
            "They can have {size} together. Wait until the others are imported, or "
                + "remove those that stopped from the list."
        )
        package static let diskFullTitle = LocalizedText(
            "web_transfer.disk_full_title",
            "The disk is full"
        )
        package static let diskFullText = LocalizedText(
            "web_transfer.disk_full_text",
            "There is not enough space for this file, so nothing of it was kept and "
                + "nothing was changed. Free some space on the machine that serves these "
                + "pages, then upload it again."
        )
        package static let endedTitle = LocalizedText(
            "web_transfer.ended_title",
            "The upload ended"
        )
        package static let endedText = LocalizedText(
            "web_transfer.ended_text",
            "It was stopped, or it goes on in another window. Load the page again to see "
                + "where it is."
        )
        package static let malformedTitle = LocalizedText(
            "web_transfer.malformed_title",
            "The upload could not be understood"
        )
        package static let malformedText = LocalizedText(
            "web_transfer.malformed_text",
            "It was cut off or changed on its way. Nothing was changed. Choose the file "
                + "and upload it again."
        )
        package static let statusStarting = LocalizedText(
            "web_transfer.status_starting",
            "Starting the upload"
        )
        package static let statusSending = LocalizedText(
            "web_transfer.status_sending",
            "Uploading: {percent} %"
        )
        package static let statusRetrying = LocalizedText(
            "web_transfer.status_retrying",
            "The connection was lost. Going on at {percent} % as soon as it is back."
        )
        package static let statusComplete = LocalizedText(
            "web_transfer.status_complete",
            "The upload is complete. The import has started."
        )
        package static let exportTitle = LocalizedText("web_transfer.export_title", "Export")
        package static let exportIntro = LocalizedText(
            "web_transfer.export_intro",
            "Your data is yours. Each download is made from the data that these pages show now."
        )
        package static let format = LocalizedText("web_transfer.format", "Format")
        package static let formatCSV = LocalizedText(
            "web_transfer.format_csv",
            "CSV, for spreadsheets"
        )
        package static let formatJSON = LocalizedText("web_transfer.format_json", "JSON")
        package static let formatNDJSON = LocalizedText(
            "web_transfer.format_ndjson",
            "NDJSON, one event a line"
        )
        package static let formatGPX = LocalizedText(
            "web_transfer.format_gpx",
            "GPX, events with a position"
        )
        package static let formatGeoJSON = LocalizedText(
            "web_transfer.format_geo_json",
            "GeoJSON, for maps"
        )
        package static let formatICal = LocalizedText(
            "web_transfer.format_ical",
            "iCalendar, visits and workouts"
        )
        package static let formatFHIR = LocalizedText(
            "web_transfer.format_fhir",
            "FHIR R4, health results"
        )
        package static let formatOMH = LocalizedText(
            "web_transfer.format_omh",
            "Open mHealth, health results"
        )
        package static let eventType = LocalizedText("web_transfer.event_type", "Type")
        package static let allTypes = LocalizedText("web_transfer.all_types", "All types")
        package static let fromDay = LocalizedText("web_transfer.from_day", "From")
        package static let untilDay = LocalizedText(
            "web_transfer.until_day",
            "Until (inclusive)"
        )
        package static let download = LocalizedText("web_transfer.download", "Download")
        package static let spreadsheetSafe = LocalizedText(
            "web_transfer.spreadsheet_safe",
            "Protect from formulas in spreadsheets"
        )
        package static let everythingTitle = LocalizedText(
            "web_transfer.everything_title",
            "Everything"
        )
        package static let everythingText = LocalizedText(
            "web_transfer.everything_text",
            "All events, types, properties and places in one NDJSON file, which can be "
                + "imported again."
        )
        package static let downloadEverything = LocalizedText(
            "web_transfer.download_everything",
            "Download everything"
        )
        package static let databaseTitle = LocalizedText("web_transfer.database_title", "Database")
        package static let databaseText = LocalizedText(
            "web_transfer.database_text",
            "An SQLite file with tables of everything, for your own queries."
        )
        package static let downloadDatabase = LocalizedText(
            "web_transfer.download_database",
            "Download the database"
        )
        package static let wrongDay = LocalizedText(
            "web_transfer.wrong_day",
            "Give a day, such as 2026-01-31."
        )
        package static let wrongOrder = LocalizedText(
            "web_transfer.wrong_order",
            "The first day is after the last one."
        )
        package static let wrongFormat = LocalizedText(
            "web_transfer.wrong_format",
            "Choose one of the formats."
        )
        package static let wrongType = LocalizedText(
            "web_transfer.wrong_type",
            "This type no longer exists. Choose another one."
        )

        static let all: [LocalizedText] =
            [
                importTitle, importIntro, chooseFile, upload, accepted, howTo, howToHealth,
                howToTrack, howToTrendy, importsTitle, noImports, progressOf, uploadingState,
                uploadedOf, interrupted, resumeHint, waitingState, waitingText, importingState,
                doneState, failedState, preparing, checking, reading, computing, percent, canLeave,
                reload, stop, stopNamed, stopImportNamed, forget, forgetNamed, repeated,
                alreadyImported, leftOutTitle, leftOutCaption, partColumn, countColumn,
                reasonColumn, seeTimeline, noFile, notPossible, emptyTitle, emptyText,
                tooLargeTitle, tooLargeText, tooManyTitle, tooManyText, tooManyBytesTitle,
                tooManyBytesText, diskFullTitle, diskFullText, endedTitle, endedText,
                malformedTitle, malformedText, statusStarting, statusSending, statusRetrying,
                statusComplete, exportTitle, exportIntro, format, formatCSV, formatJSON,
                formatNDJSON, formatGPX, formatGeoJSON, formatICal, formatFHIR, formatOMH,
                eventType, allTypes, fromDay, untilDay, download, spreadsheetSafe, everythingTitle,
                everythingText, downloadEverything, databaseTitle, databaseText, downloadDatabase,
                wrongDay, wrongOrder, wrongFormat, wrongType,
            ] + results
    }
}
